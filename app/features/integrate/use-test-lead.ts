'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { useTRPCClient } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useChanges, useIsStreamOpen } from '#app/_trpc/use-changes.ts';
import { checkConnection } from '#app/_ui/connection.ts';
import { isNamed } from '#db/values/changes.ts';
import { sendTestLead, type TestAnswer } from './send-test-lead.ts';

/** Milliseconds between two reads of the list while the stream of changes is closed. */
const pollInterval = 1_000;
/** Milliseconds after the answer. */
const lateAfter = 10_000;

/** Sends test leads to a step, and reads the list of the step as its page does until each is in it. */
export function useTestLead(step: { id: string; funnelId: string } | undefined) {
  const client = useTRPCClient();
  const [run, setRun] = useState<TestRun>();
  const leadId = leadIdOf(run);
  const waiting = isWaiting(run);

  /** Ignores what belongs to an earlier run. */
  const change = (of: TestRun, next: (run: TestRun) => TestRun) =>
    setRun((now) => (now?.startedAt === of.startedAt ? next(now) : now));

  async function look() {
    if (!run || !waiting) return;
    try {
      const { items } = await client.leads.list.query({ stepId: run.stepId, tests: true });
      const at = performance.now();
      change(run, (now) =>
        withList(
          now,
          items.map(({ id }) => id),
          at,
        ),
      );
    } catch (error) {
      change(run, (now) => ({ ...now, problem: readFailure(error).message }));
    }
  }
  const lookNow = useEffectEvent(look);
  useChanges(async ({ steps }) => {
    if (step && isNamed(steps, step.id)) await look();
  });
  const isOpen = useIsStreamOpen();
  const polls = waiting && (!isOpen || run?.stepId !== step?.id);

  useEffect(() => {
    if (!polls) return undefined;
    const timer = setInterval(() => lookNow(), pollInterval);

    return () => clearInterval(timer);
  }, [polls]);

  const giveUp = useEffectEvent(async () => {
    await look();
    if (run) change(run, (now) => ({ ...now, isLate: true }));
  });

  useEffect(() => {
    if (!leadId || !waiting) return undefined;
    const timer = setTimeout(() => giveUp(), lateAfter);

    return () => clearTimeout(timer);
  }, [leadId, waiting]);

  async function send(secret: string) {
    if (!step) return;
    const started = startRun({ stepId: step.id, funnelId: step.funnelId }, performance.now());
    setRun(started);
    const answer = await sendTestLead(step.id, secret);
    if (answer.kind === 'unanswered') checkConnection();
    change(started, (now) => withAnswer(now, answer));
  }

  return {
    run,
    isSending: run !== undefined && run.answer === undefined,
    send,
    markRemoved: () => run && change(run, (now) => ({ ...now, isRemoved: true })),
  };
}

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
