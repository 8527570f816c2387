import { requestLogIntervalMs } from './limits.ts';
import type { Logger } from './log.ts';
import type { ApiKeyActor } from './services/actor.ts';

/** How a request of the public API ended. */
export interface RequestEnd {
  requestId: string;
  status: number;
  /** Absent without a key that is one. */
  actor?: ApiKeyActor | undefined;
  /** Absent when none matched. */
  operation?: string | undefined;
  isReplayed?: boolean;
  durationMs?: number;
  /** Of the caller. */
  address?: () => string | undefined;
}

interface Counts {
  companyId: string | undefined;
  created: number;
  replayed: number;
  /** Anything else than leads. */
  answered: number;
  /** By status. */
  refused: Record<number, number>;
  slowestMs: number;
}

const noCounts = (companyId: string | undefined): Counts => ({
  companyId,
  created: 0,
  replayed: 0,
  answered: 0,
  refused: {},
  slowestMs: 0,
});

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
    const { actor, durationMs, address, ...rest } = end;
    this.#log.debug(
      {
        ...rest,
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
    for (const [keyId, { slowestMs, ...rest }] of counts) {
      const line = { event: 'requests', keyId: keyId || undefined, ...rest };
      const message = keyId ? 'requests of a key' : 'requests without a valid key';
      this.#log.info({ ...line, slowestMs: rounded(slowestMs) }, message);
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.flush();
  }

  #count({ actor, status, operation, isReplayed, durationMs = 0 }: RequestEnd): void {
    const keyId = actor?.apiKeyId ?? '';
    let counts = this.#counts.get(keyId);
    if (!counts) {
      counts = noCounts(actor?.companyId);
      this.#counts.set(keyId, counts);
    }
    if (status >= 400) counts.refused[status] = (counts.refused[status] ?? 0) + 1;
    else if (isReplayed) counts.replayed += 1;
    else if (operation === 'createLead') counts.created += 1;
    else counts.answered += 1;
    counts.slowestMs = Math.max(counts.slowestMs, durationMs);
  }
}
