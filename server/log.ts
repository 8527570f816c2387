import { type Logger, pino } from 'pino';

export type { Logger };

/** Lines of JSON on standard error. Never hand it a body, a key, a name or a phone number. */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
}

/**
 * An error as it may be logged: type, code and place of its first cause. Messages of the database
 * and its driver hold values, so that only those of programming mistakes are kept.
 */
export function loggable(error: unknown): Record<string, unknown> {
  let root = error;
  while (root instanceof Error && root.cause !== undefined) root = root.cause;
  if (!(root instanceof Error)) return { type: typeof root };

  const isMistake = root instanceof TypeError || root instanceof RangeError || root instanceof ReferenceError;
  return {
    type: root.name,
    code: 'code' in root ? root.code : undefined,
    message: isMistake ? root.message : undefined,
    at: root.stack?.split('\n').filter((line) => line.startsWith('    at ')).slice(0, 8).join('\n'),
  };
}
