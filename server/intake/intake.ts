import type { Database, Pool } from '#db/client.ts';
import { searchWords } from '#db/values/search.ts';
import type { ChangeFeed } from '../events/change-feed.ts';
import type { ChangeListener } from '../events/change-listener.ts';
import { counterShards, requestDatabaseMs } from '../limits.ts';
import type { BodySeal } from '../services/intake-log/sealed-body.ts';
import { AddressCache } from './address-cache.ts';
import { HostCache, KeyCache, StepCache } from './caches.ts';
import { withDeadline } from './deadline.ts';
import { EventLoopLag } from './event-loop-lag.ts';
import { ExposedSecrets } from './exposed-secrets.ts';
import { FailedAuthLimiter } from './failed-auth-limiter.ts';
import { GroupCommit } from './group-commit.ts';
import { findEarlierLead, Idempotency } from './idempotency.ts';
import { type IdempotencyKeys, isTest, type LeadRow } from './lead.ts';
import { LeadOutcomes } from './lead-outcomes.ts';
import { RateLimiter } from './rate-limiter.ts';
import type { SearchIndex } from './search-index.ts';
import { type PendingLead, type StoreResult, storeLeads } from './store-leads.ts';
import { leaseTokens, type Rate } from './token-leases.ts';

interface IntakeOptions {
  changes: ChangeListener;
  /** For what intake has to read. */
  lookUps: Pool;
  /** For storing leads: one connection for each group at once. */
  writers: Pool;
  groupsAtOnce: number;
  /** Told of each lead once it is committed. */
  events: ChangeFeed;
  search: SearchIndex;
  keyPepper: string;
  /** Opens what inbound addresses have sealed. */
  bodySeal: BodySeal;
  /** Of keys that have none of their own. */
  rate: Rate;
}

/** Everything between a public request and its commit. One per process. */
export class Intake {
  /** For operations that only read. */
  readonly db: Database;
  readonly hosts: HostCache;
  readonly keys: KeyCache;
  readonly addresses: AddressCache;
  readonly exposedSecrets: ExposedSecrets;
  readonly steps: StepCache;
  readonly rates: RateLimiter;
  readonly failedAuth = new FailedAuthLimiter();
  readonly idempotency: Idempotency;
  readonly outcomes = new LeadOutcomes();
  readonly #lookUps: Pool;
  readonly #writers: Pool;
  readonly #events: ChangeFeed;
  readonly #search: SearchIndex;
  readonly #leads: GroupCommit<PendingLead, StoreResult>;
  readonly #lag = new EventLoopLag();

  constructor(options: IntakeOptions) {
    const { changes, lookUps, writers, groupsAtOnce, events, search, rate } = options;
    const { keyPepper, bodySeal } = options;
    const { sql, db } = lookUps;
    const firstShard = process.pid % counterShards;
    this.db = db;
    this.#lookUps = lookUps;
    this.#writers = writers;
    this.#events = events;
    this.#search = search;
    this.hosts = new HostCache(db, changes);
    this.keys = new KeyCache(sql, keyPepper, changes);
    this.addresses = new AddressCache({ sql, keyPepper, bodySeal }, changes);
    this.exposedSecrets = new ExposedSecrets(db, this.keys);
    this.steps = new StepCache(sql, changes);
    this.rates = new RateLimiter(rate, (requests) => leaseTokens(sql, requests));
    this.#leads = new GroupCommit({
      slots: groupsAtOnce,
      commit: async (leads, slot, until) => {
        const shard = (firstShard + slot) % counterShards;
        const results = await storeLeads(writers, leads, { shard, until });
        this.outcomes.succeed();
        return results;
      },
    });
    this.idempotency = new Idempotency({
      store: (row, keys, until) => this.store(row, keys, until),
      find: (companyId, keys, { until, grace }) =>
        withDeadline(findEarlierLead(sql, companyId, keys, grace), until - performance.now()),
    });
  }

  /**
   * Opens the connections of the first lead, and reads the tables that its request reads and writes.
   *
   * @throws when a lead could not be stored now
   */
  async open(): Promise<void> {
    await Promise.all([
      this.#lookUps.sql`select from application_hosts, api_keys, funnels, steps limit 0`,
      this.#writers.begin(
        (tx) => tx`select from contacts, leads, idempotency_keys, step_counters limit 0`,
        requestDatabaseMs,
      ),
    ]);
  }

  /**
   * Counts a request. Says whether to accept it, or to refuse it at once rather than let it wait:
   * first those without a known key.
   */
  shouldAccept(secret: string | undefined, address?: string): boolean {
    this.#lag.countRequest();
    if (this.#leads.isFull || this.#lag.isOverloaded) return false;
    if (!this.#lag.isBusy || this.keys.isRecent(secret ?? '')) return true;
    return address !== undefined && this.addresses.isRecent(address);
  }

  /**
   * Commits a lead with the next group.
   *
   * @param row its `searchWords` are set here: they depend on the step
   * @param until when the answer is needed, by `performance.now()`
   */
  async store(
    row: LeadRow,
    keys: IdempotencyKeys | undefined,
    until: number,
  ): Promise<StoreResult> {
    const step = await this.steps.get(row.companyId, row.stepId, until);
    if (!step?.takesLeads) return { kind: 'step closed' };

    row.searchWords = searchWords(row, step.searchBlock);
    const result = await this.#leads.add({ row, keys }, until);
    if (result.kind === 'stored') {
      this.#events.publish(row.companyId, {
        leads: [row.id],
        steps: [row.stepId],
        keys: [row.apiKeyId],
      });
      if (!isTest(row)) this.#search.count(row.companyId);
    }
    return result;
  }

  close(): void {
    this.#lag.close();
  }
}
