'use client';

import { useMutation } from '@tanstack/react-query';
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleX,
  LoaderCircle,
  type LucideIcon,
  Send,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { unreachableText } from '#app/_ui/connection.ts';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { FormError } from '#app/_ui/field.tsx';
import { digits } from '#app/_ui/format.ts';
import { OutsideLink } from '#app/_ui/outside-link.tsx';
import { testRetentionDays } from '#db/values/limits.ts';
import { NumberedSection } from './integrate-layout.tsx';
import { HelpLink } from './requests.tsx';
import {
  isSendable,
  isWaiting,
  leadIdOf,
  type TestAnswer,
  type TestRun,
  useTestLead,
} from './use-test-lead.ts';

interface TestSectionProps {
  step: { id: string; name: string; funnelId: string } | undefined;
  secret: string | undefined;
}

/** Sends a test through the public API, and shows it arrive on the step's page. */
export function TestSection({ step, secret }: TestSectionProps) {
  const test = useTestLead(step);
  const sendable = secret !== undefined && isSendable(secret);

  return (
    <NumberedSection number={5} title="Send test lead" done={test.run?.arrivedMs !== undefined}>
      <div className="grid justify-items-start gap-2">
        <Button
          variant="primary"
          data-testid="send-test-lead"
          disabled={!step || !sendable}
          pending={test.isSending}
          onClick={() => sendable && test.send(secret)}
        >
          {!test.isSending && <Send aria-hidden />}
          {test.run ? 'Send another test lead' : 'Send test lead'}
        </Button>
        <p className="text-fg-muted text-sm">{hintOf(step !== undefined, secret)}</p>
      </div>
      {test.run ? <TestProgress run={test.run} onRemoved={test.markRemoved} /> : <ComingTicks />}
    </NumberedSection>
  );
}

function hintOf(hasStep: boolean, secret: string | undefined): string {
  if (!hasStep) return 'Needs a step.';
  if (secret === undefined) return 'Needs the secret of a key.';
  if (!isSendable(secret)) return 'The pasted secret has spaces or letters that no secret has.';
  return `A real request with the header X-Test-Lead. The lead is not counted, and is deleted after ${testRetentionDays} days.`;
}

/** Before the first test: what will happen. */
function ComingTicks() {
  return (
    <ol aria-label="Progress of the test lead" className="grid gap-2.5 text-fg-subtle">
      {['Sent', 'Answered', "On the step's page"].map((tick) => (
        <li key={tick} className="flex items-start gap-2">
          <CircleDashed aria-hidden className="mt-0.5 size-4 shrink-0" />
          {tick}
        </li>
      ))}
    </ol>
  );
}

interface TestProgressProps {
  run: TestRun;
  onRemoved: () => void;
}

/** What happens to a test, as it happens, and how it is removed. */
function TestProgress({ run, onRemoved }: TestProgressProps) {
  return (
    <>
      <Ticks run={run} />
      {leadIdOf(run) && <RemoveTest key={run.startedAt} run={run} onRemoved={onRemoved} />}
    </>
  );
}

type State = 'waits' | 'runs' | 'done' | 'late' | 'failed';

const icons: Record<State, [LucideIcon, string]> = {
  waits: [CircleDashed, 'text-fg-subtle'],
  runs: [LoaderCircle, 'animate-spin text-fg-muted'],
  done: [CircleCheck, 'text-success'],
  late: [CircleAlert, 'text-warning'],
  failed: [CircleX, 'text-danger'],
};

function Tick({ state, children }: { state: State; children: ReactNode }) {
  const [Icon, classes] = icons[state];

  return (
    <li className="flex items-start gap-2" data-state={state}>
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', classes)} />
      <div className={cn('min-w-0 grow', state === 'waits' && 'text-fg-subtle')}>{children}</div>
    </li>
  );
}

function Ticks({ run }: { run: TestRun }) {
  return (
    <div role="status">
      <ol aria-label="Progress of the test lead" className="grid gap-2.5">
        <SentTick run={run} />
        <AnswerTick run={run} />
        <ArrivalTick run={run} />
      </ol>
    </div>
  );
}

function SentTick({ run }: { run: TestRun }) {
  if (run.answer?.kind !== 'unanswered') return <Tick state="done">Sent</Tick>;

  return (
    <Tick state="failed">
      No answer
      <p className="text-danger text-sm">{unreachableText}</p>
    </Tick>
  );
}

function AnswerTick({ run }: { run: TestRun }) {
  const { answer } = run;
  if (!answer) return <Tick state="runs">Waiting for the answer…</Tick>;
  if (answer.kind === 'unanswered') return <Tick state="waits">Answered</Tick>;
  if (answer.kind === 'accepted') {
    return (
      <Tick state="done">
        {answer.status} Created, {digits(answer.ms)} ms
        <RequestId answer={answer} />
      </Tick>
    );
  }
  return (
    <Tick state="failed">
      Refused: {answer.status}, {digits(answer.ms)} ms
      <p className="text-danger [overflow-wrap:anywhere]">{answer.detail}</p>
      {answer.help && <HelpLink href={answer.help} />}
      <RequestId answer={answer} />
    </Tick>
  );
}

function RequestId({
  answer: { requestId },
}: {
  answer: Exclude<TestAnswer, { kind: 'unanswered' }>;
}) {
  return (
    <p className="flex min-w-0 items-center gap-1 text-fg-muted text-sm">
      <span className="shrink-0">Request ID</span>
      <code className="min-w-0 truncate font-mono text-xs">{requestId}</code>
      <CopyButton
        value={requestId}
        label="Copy request ID"
        copiedLabel="Request ID copied"
        iconOnly
        size="sm"
        variant="ghost"
      />
    </p>
  );
}

function ArrivalTick({ run }: { run: TestRun }) {
  const { company } = useSession();
  const leadId = leadIdOf(run);
  if (!leadId) return <Tick state="waits">On the step's page</Tick>;

  const place = `/${company.slug}/funnels/${run.funnelId}/steps/${run.stepId}?show=tests`;
  if (run.arrivedMs !== undefined) {
    return (
      <Tick state="done">
        On the <OutsideLink href={place}>step's page</OutsideLink> after {digits(run.arrivedMs)} ms
      </Tick>
    );
  }
  if (run.isLate && isWaiting(run)) {
    return (
      <Tick state="late">
        Not on the <OutsideLink href={place}>step's page</OutsideLink> after 10 s
        <p className="text-sm text-warning">
          {run.problem ?? 'The list of the step does not contain it. It may have been moved.'}
        </p>
      </Tick>
    );
  }
  return run.isRemoved ? (
    <Tick state="waits">On the step's page</Tick>
  ) : (
    <Tick state="runs">Waiting for it on the step's page…</Tick>
  );
}

function RemoveTest({ run, onRemoved }: { run: TestRun; onRemoved: () => void }) {
  const { company } = useSession();
  const canRemove = useCan('agent');
  const leadId = leadIdOf(run) ?? '';
  const remove = useMutation(useTRPC().leads.removeTest.mutationOptions({ onSuccess: onRemoved }));

  if (run.isRemoved) {
    return (
      <p role="status" className="text-fg-muted">
        The test lead is removed.
      </p>
    );
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {canRemove && (
          <Button
            size="sm"
            pending={remove.isPending}
            onClick={() => remove.mutate({ id: leadId })}
          >
            Remove test lead
          </Button>
        )}
        <OutsideLink href={`/${company.slug}/leads/${leadId}`}>Open the test lead</OutsideLink>
      </div>
      <FormError>{remove.error && readFailure(remove.error).message}</FormError>
    </div>
  );
}
