import { transientCause } from '#db/errors.ts';
import { failureLogIntervalMs } from './limits.ts';
import type { Logger } from './log.ts';
import { serializeError } from './safe-error.ts';

interface Series {
  /** Failures since the last line. */
  count: number;
  /** Writes a line with the details of the last failure. */
  write: (count: number) => void;
}

/** Of each log, by cause. */
const allSeries = new WeakMap<Logger, Map<string, Series>>();

interface Kind {
  level: 'warn' | 'error';
  cause: string;
  line: () => Record<string, unknown>;
}

/** Of what passes by itself, the reason in words; of any other fault, where it was thrown. */
function classify(error: unknown): Kind {
  const cause = transientCause(error);
  if (cause) {
    const line = () => ({ reason: cause, code: serializeError(error).code });
    return { level: 'warn', cause, line };
  }
  const fault = serializeError(error);
  const { name, code, constraint, stack } = fault;
  return {
    level: 'error',
    cause: [name, code, constraint, stack[0]].join(),
    line: () => ({ fault }),
  };
}

/**
 * Logs why something failed: a line at once, then at most one a second for each cause, with the
 * count of failures since the line before and the details of the last. A database that refuses
 * every lead must not fill the disk of the log.
 */
export function logFailure(
  log: Logger,
  message: string,
  error: unknown,
  details: Record<string, unknown> = {},
): void {
  const { level, cause, line } = classify(error);
  const write = (count: number) => log[level]({ ...details, ...line(), count }, message);
  const key = `${message}: ${cause}`;
  const byCause = allSeries.get(log) ?? new Map<string, Series>();
  allSeries.set(log, byCause);
  const found = byCause.get(key);
  if (found) {
    Object.assign(found, { count: found.count + 1, write });
    return;
  }

  write(1);
  const series: Series = { count: 0, write };
  byCause.set(key, series);
  const timer = setInterval(() => {
    const { count } = series;
    series.count = 0;
    if (count > 0) return series.write(count);

    clearInterval(timer);
    byCause.delete(key);
  }, failureLogIntervalMs).unref();
}
