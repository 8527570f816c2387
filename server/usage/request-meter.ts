import { ignoredFieldsPerKey, recentRequestsPerKey } from '#db/values/limits.ts';
import { maxBufferedRequests, maxStoredMessage, usageFlushIntervalMs } from '../limits.ts';
import type { Logger } from '../log.ts';
import { logFailure } from '../log-failure.ts';
import { addTo, countOutcomes, type RequestEnd } from './request-log.ts';
import type { KeyUse, Outcome, RecentRequest } from './write-usage.ts';

interface Use {
  companyId: string;
  client: string | null | undefined;
  counts: Map<Outcome, number>;
  /** Requests by the name of an ignored field; names beyond the limit of a key are left out. */
  ignored: Map<string, number>;
  /** The oldest first. */
  recent: RecentRequest[];
}

function addIgnored(ignored: Use['ignored'], name: string, requests: number): void {
  if (ignored.has(name) || ignored.size < ignoredFieldsPerKey) addTo(ignored, name, requests);
}

/** Adds a later use to an earlier one. */
function addUse(earlier: Use, later: Use): void {
  for (const [outcome, requests] of later.counts) addTo(earlier.counts, outcome, requests);
  for (const [name, requests] of later.ignored) addIgnored(earlier.ignored, name, requests);
  earlier.client = later.client ?? earlier.client ?? later.client;
  earlier.recent = [...earlier.recent, ...later.recent].slice(-recentRequestsPerKey);
}

/** Makes a copy: a slice would keep the whole text in memory. */
const cut = (text: string) =>
  text.length > maxStoredMessage ? `${Buffer.from(text.slice(0, maxStoredMessage))}…` : text;

/**
 * Counts the requests of each key, and keeps its last ones. Writes them to the database once a
 * second, so that a thousand requests of a key cost one update of its row. What cannot be written is
 * kept for the next time; intake never waits for it.
 */
export class RequestMeter {
  /** By id of the key. */
  #uses = new Map<string, Use>();
  /** Requests in the `recent` of all keys. */
  #kept = 0;
  #flushing: Promise<void> | undefined;
  readonly #log: Logger;
  readonly #write: (uses: readonly KeyUse[]) => Promise<void>;
  readonly #timer: NodeJS.Timeout;

  constructor(log: Logger, write: (uses: readonly KeyUse[]) => Promise<void>) {
    this.#log = log;
    this.#write = write;
    this.#timer = setInterval(() => this.#start(), usageFlushIntervalMs).unref();
  }

  /** Requests without a known key are not counted. */
  record(end: RequestEnd): void {
    if (!end.actor) return;

    const { apiKeyId, companyId } = end.actor;
    let use = this.#uses.get(apiKeyId);
    if (!use) {
      use = { companyId, client: undefined, counts: new Map(), ignored: new Map(), recent: [] };
      this.#uses.set(apiKeyId, use);
    }
    countOutcomes(use.counts, end);
    for (const name of end.ignoredFields ?? []) addIgnored(use.ignored, name, 1);
    use.client = end.client ?? use.client ?? end.client;
    this.#keep(use.recent, end);
  }

  /** Writes all that has been counted until now. Resolves also when that fails. */
  async flush(): Promise<void> {
    // A write that is under way began without the last requests.
    await this.#flushing;
    await this.#start();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  /** One write at a time. */
  #start(): Promise<void> {
    this.#flushing ??= this.#writeAll().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  /** All keys share the space; the last request of each key is always kept. */
  #keep(recent: RecentRequest[], end: RequestEnd): void {
    const hasSpace = this.#kept < maxBufferedRequests && recent.length < recentRequestsPerKey;
    if (hasSpace || recent.length === 0) this.#kept += 1;
    else recent.shift();
    recent.push({
      endedAt: end.endedAt ?? Date.now(),
      status: end.status,
      message: cut(end.message ?? ''),
      requestId: end.requestId,
      ignoredFields: end.ignoredFields ?? [],
    });
  }

  async #writeAll(): Promise<void> {
    if (this.#uses.size === 0) return;
    const [uses, kept] = [this.#uses, this.#kept];
    this.#uses = new Map();

    try {
      await this.#write(Array.from(uses, ([apiKeyId, use]) => ({ apiKeyId, ...use })));
      this.#kept -= kept;
    } catch (error) {
      logFailure(this.#log, 'key usage could not be written and is kept', error);
      for (const [id, later] of this.#uses) {
        const earlier = uses.get(id);
        if (earlier) addUse(earlier, later);
        else uses.set(id, later);
      }
      this.#uses = uses;
      this.#kept = uses.values().reduce((sum, { recent }) => sum + recent.length, 0);
    }
  }
}
