import type postgres from 'postgres';
import { findStep, type KnownStep } from '../services/steps/find-step.ts';
import type { Announcements } from './announcements.ts';
import { Directory } from './directory.ts';

const maxSteps = 50_000;

/** The funnel of a company's step, and whether it takes leads. */
export class StepDirectory {
  readonly #directory: Directory<KnownStep, { companyId: string; stepId: string }>;

  constructor(sql: postgres.Sql, announcements: Announcements) {
    this.#directory = new Directory({
      announcements,
      topic: 'steps',
      max: maxSteps,
      read: (step) => findStep(sql, step),
    });
  }

  /** @param until when the answer is needed, by `performance.now()` */
  async find(companyId: string, stepId: string, until: number): Promise<KnownStep | undefined> {
    return (await this.#directory.find(companyId + stepId, { companyId, stepId }, until)).value;
  }
}
