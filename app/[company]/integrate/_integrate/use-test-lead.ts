'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { useTRPCClient } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useChanges, useIsStreamOpen } from '#app/_trpc/use-changes.ts';
import { checkConnection } from '#app/_ui/connection.ts';
import { isNamed } from '#db/values/changes.ts';
import { sendTestLead } from './send-test-lead.ts';
import { isWaiting, leadIdOf, startRun, type TestRun, withAnswer, withList } from './test-run.ts';

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
