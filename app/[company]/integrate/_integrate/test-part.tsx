'use client';

import { CircleDashed, Send } from 'lucide-react';
import { Button } from '#app/_ui/button.tsx';
import { testsKeptDays } from '#db/values/limits.ts';
import { NumberedPart } from './integrate-layout.tsx';
import { isSendable } from './send-test-lead.ts';
import { TestProgress } from './test-progress.tsx';
import { useTestLead } from './use-test-lead.ts';

interface TestPartProps {
  step: { id: string; name: string; funnelId: string } | undefined;
  secret: string | undefined;
}

/** Sends a test through the public API, and shows it arrive on the step's page. */
export function TestPart({ step, secret }: TestPartProps) {
  const test = useTestLead(step);
  const sendable = secret !== undefined && isSendable(secret);

  return (
    <NumberedPart number={4} title="Send test lead" done={test.run?.arrivedMs !== undefined}>
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
    </NumberedPart>
  );
}

function hintOf(hasStep: boolean, secret: string | undefined): string {
  if (!hasStep) return 'Needs a step.';
  if (secret === undefined) return 'Needs the secret of a key.';
  if (!isSendable(secret)) return 'The pasted secret has spaces or letters that no secret has.';
  return `A real request with the header X-Test-Lead. The lead is not counted, and is deleted after ${testsKeptDays} days.`;
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
