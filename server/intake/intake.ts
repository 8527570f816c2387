import type { Pool } from '#db/client.ts';
import type { LeadStore } from '../services/leads/create-lead.ts';
import { type LeadRow, writeLead } from '../services/leads/insert-leads.ts';
import type { Announcements } from './announcements.ts';
import type { EventFeed } from './event-feed.ts';
import { HostDirectory } from './host-directory.ts';
import { KeyDirectory } from './key-directory.ts';
import { LeadWriter } from './lead-writer.ts';
import { LoadGauge } from './load-gauge.ts';
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
}

/** All that stands between a public request and its commit. Exists once in the process. */
export class Intake {
  readonly hosts: HostDirectory;
  readonly keys: KeyDirectory;
  readonly steps: StepDirectory;
  readonly usage: UsageMeter;
  readonly #events: EventFeed;
  readonly #lanes: readonly WriteLane[];
  readonly #writer: LeadWriter;
  readonly #load = new LoadGauge();

  constructor({ announcements, lookUps, lanes, events, usage, keyPepper }: IntakeOptions) {
    const { sql, db } = lookUps;
    this.usage = usage;
    this.#events = events;
    this.hosts = new HostDirectory(db, announcements);
    this.keys = new KeyDirectory(sql, keyPepper, announcements);
    this.steps = new StepDirectory(sql, announcements);
    this.#lanes = lanes.map((open) => new WriteLane(open));
    this.#writer = new LeadWriter(this.#lanes);
  }

  /** Counts a request; says whether it is let in, or better refused at once than made to wait. */
  letsIn(): boolean {
    this.#load.arrive();
    return !this.#writer.isFull && !this.#load.isLate;
  }

  /** Where a request that must be answered by `until`, of `performance.now()`, commits its lead. */
  storeBy(until: number): LeadStore {
    return { store: (row) => this.#store(row, until) };
  }

  async #store(row: LeadRow, until: number): Promise<string | undefined> {
    const step = await this.steps.find(row.companyId, row.stepId, until);
    if (!step?.takesLeads) return undefined;

    const createdAt = await this.#writer.store(writeLead(row), until);
    if (createdAt) this.#events.note(row.companyId, row.stepId);
    return createdAt;
  }

  async close(): Promise<void> {
    this.#load.close();
    await Promise.all([this.usage.close(), ...this.#lanes.map((lane) => lane.close())]);
  }
}
