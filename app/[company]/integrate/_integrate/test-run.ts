import type { TestAnswer } from './send-test-lead.ts';

/** One test lead on its way. Times are those of `performance.now()`. */
export interface TestRun {
  /** Of the test's step. */
  stepId: string;
  funnelId: string;
  startedAt: number;
  answer: TestAnswer | undefined;
  /** When each test was first in the list of the step. */
  seen: ReadonlyMap<string, number>;
  /** Milliseconds from the click until it was in the list of the step. */
  arrivedMs: number | undefined;
  /** It was not in the list ten seconds after the answer. */
  isLate: boolean;
  /** Why the list could not be read. */
  problem: string | undefined;
  isRemoved: boolean;
}

export const startRun = (
  step: { stepId: string; funnelId: string },
  startedAt: number,
): TestRun => ({
  ...step,
  startedAt,
  answer: undefined,
  seen: new Map(),
  arrivedMs: undefined,
  isLate: false,
  problem: undefined,
  isRemoved: false,
});

/** The id of the test, once it is created. */
export const leadIdOf = (run: TestRun | undefined): string | undefined =>
  run?.answer?.kind === 'accepted' ? run.answer.leadId : undefined;

/** The list may contain the test before its answer has arrived. */
function settle(run: TestRun): TestRun {
  const seenAt = run.seen.get(leadIdOf(run) ?? '');
  if (run.arrivedMs !== undefined || seenAt === undefined) return run;

  return { ...run, arrivedMs: Math.max(1, Math.round(seenAt - run.startedAt)), problem: undefined };
}

export const withAnswer = (run: TestRun, answer: TestAnswer): TestRun => settle({ ...run, answer });

/** @param ids of the tests that the list of the step has at this time */
export function withList(run: TestRun, ids: readonly string[], at: number): TestRun {
  const seen = new Map([...ids.map((id) => [id, at] as const), ...run.seen]);

  return settle({ ...run, seen, problem: undefined });
}

/** Whether the list still has to be read. */
export const isWaiting = (run: TestRun | undefined): boolean =>
  run !== undefined &&
  run.arrivedMs === undefined &&
  !run.isRemoved &&
  (run.answer === undefined || run.answer.kind === 'accepted');
