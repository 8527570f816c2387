import type { Pool } from '#db/client.ts';
import { leaseTokens, type Rate } from '../services/api-keys/lease-tokens.ts';
import type { LeadStore, NewLead } from '../services/leads/create-lead.ts';
import { findRepeatedLead } from '../services/leads/find-repeated-lead.ts';
import { type LeadRow, writeLead } from '../services/leads/insert-leads.ts';
import type { RepeatKeys } from '../services/leads/repeat-keys.ts';
import type { Announcements } from './announcements.ts';
import { withDeadline } from './deadline.ts';
import type { EventFeed } from './event-feed.ts';
import { FailedKeys } from './failed-keys.ts';
import { HostDirectory } from './host-directory.ts';
import { KeyDirectory } from './key-directory.ts';
import { LeadWriter } from './lead-writer.ts';
import { LoadGauge } from './load-gauge.ts';
import { RateLimiter } from './rate-limiter.ts';
import { Repeats } from './repeats.ts';
import { StepDirectory } from './step-directory.ts';
import type { UsageMeter } from './usage-meter.ts';
import { WriteLane } from './write-lane.ts';

interface IntakeOptions {
  announcements: Announcements;
  /** For what the way in has to know. */
  lookUps: Pool;
  /** Where leads are stored, so many groups at once: each opens a pool of one connection. */
  lanes: readonly (() => Pool)[];
  /** Told of each lead once it is committed. */
  events: EventFeed;
  usage: UsageMeter;
  keyPepper: string;
  /** Of keys that have none of their own. */
  rate: Rate;
}

/** Where one request commits its lead. */
export interface RequestStore extends LeadStore {
  /** Whether the lead was there before: set once it is stored. */
  isRepeat: boolean;
}

/** All that stands between a public request and its commit. Exists once in the process. */
export class Intake {
  readonly hosts: HostDirectory;
  readonly keys: KeyDirectory;
  readonly steps: StepDirectory;
  readonly usage: UsageMeter;
  readonly rates: RateLimiter;
  readonly failedKeys = new FailedKeys();
  readonly #events: EventFeed;
  readonly #lanes: readonly WriteLane[];
  readonly #writer: LeadWriter;
  readonly #repeats: Repeats;
  readonly #load = new LoadGauge();

  constructor({ announcements, lookUps, lanes, events, usage, keyPepper, rate }: IntakeOptions) {
    const { sql, db } = lookUps;
    this.usage = usage;
    this.#events = events;
    this.hosts = new HostDirectory(db, announcements);
    this.keys = new KeyDirectory(sql, keyPepper, announcements);
    this.steps = new StepDirectory(sql, announcements);
    this.rates = new RateLimiter(rate, (wishes) => leaseTokens(sql, wishes));
    this.#lanes = lanes.map((open) => new WriteLane(open));
    this.#writer = new LeadWriter(this.#lanes);
    this.#repeats = new Repeats({
      store: (row, repeat, until) => this.#storeNew(row, repeat, until),
      find: (companyId, key, until) =>
        withDeadline(findRepeatedLead(sql, { companyId, key }), until - performance.now()),
    });
  }

  /** Counts a request; says whether it is let in, or better refused at once than made to wait. */
  letsIn(): boolean {
    this.#load.arrive();
    return !this.#writer.isFull && !this.#load.isLate;
  }

  /** Where a request that must be answered by `until`, of `performance.now()`, commits its lead. */
  storeBy(until: number): RequestStore {
    const store: RequestStore = {
      isRepeat: false,
      store: (row, repeat) =>
        repeat
          ? this.#storeOnce(store, { row, repeat, until })
          : this.#storeNew(row, undefined, until),
    };
    return store;
  }

  async #storeOnce(
    request: RequestStore,
    { row, repeat, until }: { row: LeadRow; repeat: RepeatKeys; until: number },
  ): Promise<NewLead | undefined> {
    const outcome = await this.#repeats.store(row, repeat, until);
    request.isRepeat = outcome?.isRepeat === true;
    return outcome?.lead;
  }

  async #storeNew(
    row: LeadRow,
    repeat: RepeatKeys | undefined,
    until: number,
  ): Promise<string | undefined> {
    const step = await this.steps.find(row.companyId, row.stepId, until);
    if (!step?.takesLeads) return undefined;

    const createdAt = await this.#writer.store(writeLead(row, repeat), until);
    if (createdAt) this.#events.note(row.companyId, row.stepId);
    return createdAt;
  }

  async close(): Promise<void> {
    this.#load.close();
    await Promise.all([this.usage.close(), ...this.#lanes.map((lane) => lane.close())]);
  }
}
