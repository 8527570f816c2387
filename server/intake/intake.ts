import type { Pool } from '#db/client.ts';
import type { LeadStore } from '../services/leads/create-lead.ts';
import { insertLeads, type LeadRow } from '../services/leads/insert-leads.ts';
import type { Announcements } from './announcements.ts';
import type { EventFeed } from './event-feed.ts';
import { HostDirectory } from './host-directory.ts';
import { KeyDirectory } from './key-directory.ts';
import { LeadWriter } from './lead-writer.ts';
import { LoadGauge } from './load-gauge.ts';
import { StepDirectory } from './step-directory.ts';
import type { UsageMeter } from './usage-meter.ts';

interface IntakeOptions {
  announcements: Announcements;
  pool: Pool;
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
  readonly #writer: LeadWriter;
  readonly #load = new LoadGauge();

  constructor({ announcements, pool: { sql, db }, events, usage, keyPepper }: IntakeOptions) {
    this.usage = usage;
    this.#events = events;
    this.hosts = new HostDirectory(db, announcements);
    this.keys = new KeyDirectory(sql, keyPepper, announcements);
    this.steps = new StepDirectory(sql, announcements);
    this.#writer = new LeadWriter((rows) => insertLeads(sql, rows));
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

    const createdAt = await this.#writer.store(row, until);
    if (createdAt) this.#events.note(row.companyId, row.stepId);
    return createdAt;
  }

  async close(): Promise<void> {
    this.#load.close();
    await this.usage.close();
  }
}
