import type postgres from 'postgres';
import { findStep, type KnownStep } from '../services/steps/find-step.ts';
import type { Announcements } from './announcements.ts';
import { Directory, whenRead } from './directory.ts';

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
  find(
    companyId: string,
    stepId: string,
    until: number,
  ): KnownStep | undefined | Promise<KnownStep | undefined> {
    const key = companyId + stepId;
    return whenRead(this.#directory.find(key, { companyId, stepId }, until), ({ value }) => value);
  }
}
