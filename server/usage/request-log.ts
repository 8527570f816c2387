import { requestLogIntervalMs } from '../limits.ts';
import type { Logger } from '../log.ts';
import { countOutcomes, type Outcome, type RequestEnd } from './request-end.ts';

interface Counts {
  companyId: string | undefined;
  outcomes: Map<Outcome, number>;
  slowestMs: number;
}

const rounded = (milliseconds: number) => Math.round(milliseconds * 10) / 10;

/**
 * Logs the requests of the public API: each at `debug`, and at `info` their counts, one line a minute
 * for each key and one for requests without a valid key.
 */
export class RequestLog {
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  /** By id of the key; of requests without one under an empty id. */
  #counts = new Map<string, Counts>();

  constructor(log: Logger) {
    this.#log = log;
    this.#timer = setInterval(() => this.flush(), requestLogIntervalMs).unref();
  }

  record(end: RequestEnd): void {
    if (!this.#log.isLevelEnabled('info')) return;

    this.#count(end);
    if (!this.#log.isLevelEnabled('debug')) return;
    const { requestId, status, operation, isReplayed, actor, durationMs, address } = end;
    this.#log.debug(
      {
        requestId,
        status,
        operation,
        isReplayed,
        keyId: actor?.apiKeyId,
        companyId: actor?.companyId,
        address: address?.(),
        durationMs: durationMs === undefined ? undefined : rounded(durationMs),
      },
      'request',
    );
  }

  /** Writes what has been counted. */
  flush(): void {
    const counts = this.#counts;
    this.#counts = new Map();
    for (const [keyId, { companyId, outcomes, slowestMs }] of counts) {
      const refused = [...outcomes].filter(([outcome]) => typeof outcome === 'number');
      this.#log.info(
        {
          event: 'requests',
          keyId: keyId || undefined,
          companyId,
          created: outcomes.get('created') ?? 0,
          replayed: outcomes.get('replayed') ?? 0,
          answered: outcomes.get('answered') ?? 0,
          refused: Object.fromEntries(refused),
          slowestMs: rounded(slowestMs),
        },
        keyId ? 'requests of a key' : 'requests without a valid key',
      );
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.flush();
  }

  #count(end: RequestEnd): void {
    const keyId = end.actor?.apiKeyId ?? '';
    let counts = this.#counts.get(keyId);
    if (!counts) {
      counts = { companyId: end.actor?.companyId, outcomes: new Map(), slowestMs: 0 };
      this.#counts.set(keyId, counts);
    }
    countOutcomes(counts.outcomes, end);
    counts.slowestMs = Math.max(counts.slowestMs, end.durationMs ?? 0);
  }
}
