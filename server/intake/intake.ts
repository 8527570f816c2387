import type { Pool } from '#db/client.ts';
import type { LeadStore } from '../services/leads/create-lead.ts';
import { insertLeads, type LeadRow } from '../services/leads/insert-leads.ts';
import { Announcements } from './announcements.ts';
import { HostDirectory } from './host-directory.ts';
import { KeyDirectory } from './key-directory.ts';
import { LeadWriter } from './lead-writer.ts';
import { LoadGauge } from './load-gauge.ts';
import { StepDirectory } from './step-directory.ts';
import type { UsageMeter } from './usage-meter.ts';

interface IntakeOptions {
  databaseUrl: string;
  pool: Pool;
  usage: UsageMeter;
  keyPepper: string;
}

/** All that stands between a public request and its commit. Exists once in the process. */
export class Intake implements LeadStore {
  readonly hosts: HostDirectory;
  readonly keys: KeyDirectory;
  readonly steps: StepDirectory;
  readonly usage: UsageMeter;
  readonly #announcements: Announcements;
  readonly #writer: LeadWriter;
  #load: LoadGauge | undefined;

  constructor({ databaseUrl, pool: { sql, db }, usage, keyPepper }: IntakeOptions) {
    this.usage = usage;
    this.#announcements = new Announcements(databaseUrl);
    this.hosts = new HostDirectory(db, this.#announcements);
    this.keys = new KeyDirectory(sql, keyPepper, this.#announcements);
    this.steps = new StepDirectory(sql, this.#announcements);
    this.#writer = new LeadWriter((rows) => insertLeads(sql, rows));
  }

  /**
   * Whether a request is better refused at once than made to wait. The first one begins the gauge:
   * the start of the process holds up the event loop, and is no load.
   */
  get isOverloaded(): boolean {
    this.#load ??= new LoadGauge();
    return this.#writer.isFull || this.#load.isLate;
  }

  async store(row: LeadRow): Promise<string | undefined> {
    const step = await this.steps.find(row.companyId, row.stepId);

    return step?.takesLeads ? this.#writer.store(row) : undefined;
  }

  async close(): Promise<void> {
    this.#load?.close();
    await this.#announcements.close();
    await this.usage.close();
  }
}
