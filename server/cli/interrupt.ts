import { exitCodes } from './failures.ts';

/** One Ctrl+C can arrive twice within this time: from the terminal and from npm. */
const samePressMs = 1_000;

/** Runs `work` with a signal that Ctrl+C aborts. A second Ctrl+C ends the process at once. */
export async function withInterrupt<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let began: number | undefined;
  const press = () => {
    if (began !== undefined && Date.now() - began > samePressMs)
      process.exit(exitCodes.interrupted);
    began ??= Date.now();
    controller.abort();
  };

  process.on('SIGINT', press);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', press);
  }
}
