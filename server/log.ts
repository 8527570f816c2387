import { writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Logger, pino } from 'pino';

export type { Logger };

/**
 * A line that cannot be written, as on a full disk, is dropped. pino's own destination ends the
 * process then, or tries again for ever when the process ends.
 */
const standardError = {
  write(line: string): void {
    try {
      writeSync(2, line);
    } catch {
      // There is no other place to say it.
    }
  },
};

/**
 * Lines of JSON on standard error. Never hand it a body, a key, a name or a phone number.
 *
 * @param portOf tells the instances of one host apart; undefined until it is known
 */
export function createLogger(level: string, portOf: () => number | undefined = () => undefined) {
  const host = hostname();
  const mixin = () => {
    const port = portOf();
    return { instance: port === undefined ? host : `${host}:${port}` };
  };
  const base = { pid: process.pid };
  return pino({ level, base, mixin, timestamp: pino.stdTimeFunctions.isoTime }, standardError);
}
