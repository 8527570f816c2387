import { requestLogIntervalMs } from '../limits.ts';
import type { Logger } from '../log.ts';
import type { ApiKeyActor } from '../services/actor.ts';
import type { Outcome } from './write-usage.ts';

/** How a request of the public API ended. */
export interface RequestEnd {
  requestId: string;
  status: number;
  /** Absent without a known key. */
  actor?: ApiKeyActor | undefined;
  /** Absent when the key was refused; `null` for a client that sends no name. */
  client?: string | null | undefined;
  /** Absent when none matched. */
  operation?: string | undefined;
  isReplayed?: boolean;
  /** Of a batch: what became of its leads. */
  leads?: ReadonlyMap<Outcome, number> | undefined;
  /** Text of the answer. */
  message?: string | undefined;
  /** Names of fields that were not read, each once. */
  ignoredFields?: readonly string[] | undefined;
  durationMs?: number;
  /** By `Date.now()`. */
  endedAt?: number;
  /** Of the caller. */
  address?: () => string | undefined;
}

export const addTo = <Name>(counts: Map<Name, number>, name: Name, count: number) =>
  void counts.set(name, (counts.get(name) ?? 0) + count);

function outcomeOf({ status, isReplayed }: RequestEnd): Outcome {
  if (status >= 400) return status;
  if (status !== 201) return 'answered';
  return isReplayed ? 'replayed' : 'created';
}

/** Counts a request, or each lead of a batch, by its outcome. */
export function countOutcomes(counts: Map<Outcome, number>, end: RequestEnd): void {
  const outcomes = end.leads ?? [[outcomeOf(end), 1] as const];
  for (const [outcome, count] of outcomes) addTo(counts, outcome, count);
}

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
