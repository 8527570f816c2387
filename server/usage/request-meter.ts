import { ignoredFieldsPerKey } from '#db/values/limits.ts';
import { usageFlushIntervalMs } from '../limits.ts';
import type { Logger } from '../log.ts';
import { logFailure } from '../log-failure.ts';
import { addLeadCounts, LeadCounter, type LeadCounts, noLeads } from './lead-counts.ts';
import { addTo, countOutcomes, type Outcome, type RequestEnd } from './request-end.ts';
import type { KeyUse } from './write-usage.ts';

interface Use {
  companyId: string;
  client: string | null | undefined;
  counts: Map<Outcome, number>;
  /** Requests by the name of an ignored field; names beyond the limit of a key are left out. */
  ignored: Map<string, number>;
  /** Of a test key none. */
  leads: LeadCounts;
}

function addIgnored(ignored: Use['ignored'], name: string, requests: number): void {
  if (ignored.has(name) || ignored.size < ignoredFieldsPerKey) addTo(ignored, name, requests);
}

/** Adds a later use to an earlier one. */
function addUse(earlier: Use, later: Use): void {
  for (const [outcome, requests] of later.counts) addTo(earlier.counts, outcome, requests);
  for (const [name, requests] of later.ignored) addIgnored(earlier.ignored, name, requests);
  addLeadCounts(earlier.leads, later.leads);
  earlier.client = later.client ?? earlier.client ?? later.client;
}

/**
 * Counts the requests of each key. Writes the counts to the database once a second, so that a thousand
 * requests of a key cost one update of its row. What cannot be written is kept for the next time; intake
 * never waits for it.
 */
export class RequestMeter {
  /** By id of the key. */
  #uses = new Map<string, Use>();
  readonly #leadCounter = new LeadCounter();
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

    const { apiKeyId, companyId, isTestKey } = end.actor;
    let use = this.#uses.get(apiKeyId);
    if (!use) {
      use = {
        companyId,
        client: undefined,
        counts: new Map(),
        ignored: new Map(),
        leads: noLeads(),
      };
      this.#uses.set(apiKeyId, use);
    }
    countOutcomes(use.counts, end);
    if (!isTestKey) this.#leadCounter.count(use.leads, apiKeyId, end);
    for (const name of end.ignoredFields ?? []) addIgnored(use.ignored, name, 1);
    use.client = end.client ?? use.client ?? end.client;
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

  async #writeAll(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();

    try {
      await this.#write(Array.from(uses, ([apiKeyId, use]) => ({ apiKeyId, ...use })));
    } catch (error) {
      logFailure(this.#log, 'key usage could not be written and is kept', error);
      for (const [id, later] of this.#uses) {
        const earlier = uses.get(id);
        if (earlier) addUse(earlier, later);
        else uses.set(id, later);
      }
      this.#uses = uses;
    }
  }
}
