'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { useTRPCClient } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useChanges, useIsStreamOpen } from '#app/_trpc/use-changes.ts';
import { checkConnection } from '#app/_ui/connection.ts';
import { isNamed } from '#db/values/changes.ts';

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

/** The public API's answer to a test lead. */
export type TestAnswer =
  | { kind: 'accepted'; status: number; ms: number; requestId: string; leadId: string }
  | {
      kind: 'refused';
      status: number;
      ms: number;
      requestId: string;
      /** The reason in words. */
      detail: string;
      /** Path of the section that says what to do. */
      help: string | undefined;
    }
  /** No answer arrived. */
  | { kind: 'unanswered' };

const testRequestPrefix = 'panel-test-';

/** Whether the panel sent the request itself. */
export const isTestRequest = (requestId: string) => requestId.startsWith(testRequestPrefix);

/** Not `randomUUID`, which browsers have on https and localhost only. */
const newRequestId = () =>
  `${testRequestPrefix}${Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('')}`;

/** Milliseconds. The server answers within 3 s. */
const timeout = 15_000;

const fieldOf = (json: unknown, name: string): unknown =>
  json instanceof Object ? Reflect.get(json, name) : undefined;
const textOf = (json: unknown, name: string): string | undefined => {
  const value = fieldOf(json, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** @param json the body; `undefined` when it is no JSON, as from a proxy */
export function readAnswer(
  { status, ms, requestId }: { status: number; ms: number; requestId: string },
  json: unknown,
): TestAnswer {
  const leadId = textOf(fieldOf(json, 'data'), 'id');
  if (status === 201 && leadId) return { kind: 'accepted', status, ms, requestId, leadId };

  const help = textOf(json, 'type');
  return {
    kind: 'refused',
    status,
    ms,
    requestId,
    detail: textOf(json, 'detail') ?? 'This answer does not come from the API, but from a proxy.',
    help: help?.startsWith('/docs/errors#') ? help : undefined,
  };
}

/** Whether the text can be sent as a header at all. */
export const isSendable = (secret: string) => /^[\x21-\x7e]+$/.test(secret);

/** Creates a test in the step through the public API, as a sender would. */
async function sendTestLead(stepId: string, secret: string): Promise<TestAnswer> {
  const startedAt = performance.now();
  const requestId = newRequestId();
  try {
    const response = await fetch(`/api/leads/public/${stepId}`, {
      method: 'POST',
      headers: {
        'X-API-Key': secret,
        'X-Test-Lead': 'true',
        'X-Request-Id': requestId,
        'Content-Type': 'application/json',
        Accept: 'application/problem+json',
      },
      body: JSON.stringify({ name: 'Test lead', phones: ['+44 20 7946 0958'] }),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeout),
    });
    const json: unknown = await response.json().catch(() => undefined);
    const ms = Math.round(performance.now() - startedAt);
    const answeredId = response.headers.get('x-request-id') ?? requestId;
    return readAnswer({ status: response.status, ms, requestId: answeredId }, json);
  } catch {
    return { kind: 'unanswered' };
  }
}
