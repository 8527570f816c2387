import { type Logger, pino } from 'pino';

export type { Logger };

/** Lines of JSON on standard error. Never hand it a body, a key, a name or a phone number. */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
}
