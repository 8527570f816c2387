import { exitCodes } from './failures.ts';

/** One Ctrl+C may arrive twice: from the terminal and passed on by npm. Milliseconds. */
const samePress = 1_000;

/** Runs `work` with a signal that Ctrl+C gives; a second Ctrl+C ends the process at once. */
export async function withInterrupt<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let began: number | undefined;
  const press = () => {
    if (began !== undefined && Date.now() - began > samePress) process.exit(exitCodes.interrupted);
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
