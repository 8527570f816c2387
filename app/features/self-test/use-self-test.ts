'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTRPCClient } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import type { SelfTestCase } from '#server/public-api/self-test/self-test-case.ts';
import { type Result, sendCase } from './send-case.ts';

/** `running` while its requests are sent. */
export type CaseState = Result | 'running' | undefined;

/** The throw-away keys of a run that are not deleted yet, and whether the page was left. */
interface Run {
  keyIds: string[];
  isLeft: boolean;
}

const finishUrl = '/api/trpc/selfTest.finish';

/** Deletes keys while the page is being left: a request of tRPC would be cancelled then. */
function finishOnLeaving(company: string, run: Run): void {
  run.isLeft = true;
  const keyIds = run.keyIds.splice(0);
  if (keyIds.length === 0) return;

  fetch(finishUrl, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json', 'x-leadgate-company': company },
    body: JSON.stringify({ keyIds }),
  }).catch(() => {});
}

/** Runs the cases one after the other. Secrets are never in the state, so they are never rendered. */
export function useSelfTest(cases: readonly SelfTestCase[]) {
  const client = useTRPCClient();
  const { slug } = useSession().company;
  const current = useRef<Run>(undefined);
  const [startedAt, setStartedAt] = useState<Date>();
  const [states, setStates] = useState<ReadonlyMap<SelfTestCase, CaseState>>(new Map());
  const mutation = useMutation({ mutationFn: runAll, gcTime: 0 });

  useEffect(() => {
    const leave = () => current.current && finishOnLeaving(slug, current.current);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [slug]);

  async function runAll(): Promise<void> {
    const run: Run = { keyIds: [], isLeft: false };
    current.current = run;
    setStartedAt(new Date());
    setStates(new Map());
    try {
      const setup = await client.selfTest.prepare.mutate();
      run.keyIds = [...setup.keyIds];
      for (const each of cases) {
        if (run.isLeft) break;
        setStates((before) => new Map(before).set(each, 'running'));
        const result = await sendCase(each, setup, window.location.origin);
        setStates((before) => new Map(before).set(each, result));
      }
    } finally {
      const keyIds = run.keyIds.splice(0);
      if (keyIds.length > 0) await client.selfTest.finish.mutate({ keyIds });
    }
  }

  return {
    states,
    startedAt,
    isRunning: mutation.isPending,
    isDone: mutation.isSuccess,
    failure: mutation.error && readFailure(mutation.error),
    start: () => mutation.mutate(),
  };
}
