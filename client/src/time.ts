/** Time-outs and waits that a signal ends at once, with what every runtime has. */

/** A timer set for longer fires at once. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Does the work with a signal that is aborted after the time, or when one of the others is. The
 * promise is rejected at once then, even if the work does not obey the signal.
 *
 * @throws DOMException `TimeoutError`, and the reason of a signal
 */
export async function within<T>(
  ms: number,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const text = `not within ${Math.round(ms)} ms`;
  const timeOut = () => controller.abort(new DOMException(text, 'TimeoutError'));
  const stop = () => controller.abort(signals.find(({ aborted }) => aborted)?.reason);
  const timer = setTimeout(timeOut, Math.min(ms, maxTimerMs));
  for (const each of signals) each.addEventListener('abort', stop);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

  try {
    return await Promise.race([aborted, work(signal)]);
  } finally {
    clearTimeout(timer);
    for (const each of signals) each.removeEventListener('abort', stop);
  }
}

/** @throws the reason of a signal that is aborted meanwhile */
export async function wait(ms: number, signals: readonly AbortSignal[]): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      for (const each of signals) each.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(ms, maxTimerMs));
    for (const each of signals) each.addEventListener('abort', end);
    if (signals.some(({ aborted }) => aborted)) end();
  });
  for (const signal of signals) signal.throwIfAborted();
}
