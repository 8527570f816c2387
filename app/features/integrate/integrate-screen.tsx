'use client';

import { ShieldAlert } from 'lucide-react';
import { useCan } from '#app/_trpc/session.tsx';
import { useOrigin } from '#app/_ui/address.ts';
import { Badge } from '#app/_ui/badge.tsx';
import { ConnectButton } from '#app/features/inbound-addresses/step-addresses.tsx';
import { SnippetTabs } from '#app/features/snippets/snippet-guide.tsx';
import { IntegrateHeader, IntegrateLayout, NumberedSection } from './integrate-layout.tsx';
import { KeySection } from './key-section.tsx';
import { PasteSection } from './paste-section.tsx';
import { ListeningSection } from './requests.tsx';
import { StepSection, useStepChoice } from './step-section.tsx';
import { TestSection } from './test-section.tsx';
import { useKeyChoice } from './use-key-choice.ts';

/** From a step and a key to the first lead, on one screen. */
export function IntegrateScreen() {
  const stepChoice = useStepChoice();
  const keyChoice = useKeyChoice();
  const { funnel, step } = stepChoice.steps;
  const { apiKey, secret, isForeign, created } = keyChoice;

  return (
    <div className="mx-auto grid max-w-400 gap-5">
      <IntegrateHeader />
      <IntegrateLayout
        setUp={
          <>
            <NumberedSection number={1} title="Step" done={step !== undefined}>
              <StepSection choice={stepChoice} />
            </NumberedSection>
            <NumberedSection number={2} title="Key" done={secret !== undefined && !isForeign}>
              <KeySection choice={keyChoice} />
            </NumberedSection>
            <NumberedSection number={3} title="Code">
              {step && funnel && <FormTools funnelId={funnel.id} stepId={step.id} />}
              <Code
                stepId={step?.id}
                secret={secret}
                onCopied={created.issued && created.markCopied}
              />
            </NumberedSection>
            <PasteSection stepId={step?.id} apiKey={apiKey} />
          </>
        }
        check={
          <>
            <TestSection
              step={step && funnel && { ...step, funnelId: funnel.id }}
              secret={secret}
            />
            <ListeningSection apiKey={apiKey} isForeign={isForeign} />
          </>
        }
      />
    </div>
  );
}

/** The way without a key and without code. For admins. */
function FormTools(place: { funnelId: string; stepId: string }) {
  if (!useCan('admin')) return null;

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-sm bg-surface-2 px-3 py-2">
      <p className="min-w-0 grow basis-60 text-sm">
        A form tool, such as Typeform, Elementor or Google Ads, needs neither code nor this key.
      </p>
      <ConnectButton {...place} />
    </div>
  );
}

interface CodeProps {
  stepId: string | undefined;
  secret: string | undefined;
  /** Of a new secret, which the code contains. */
  onCopied: (() => void) | undefined;
}

function Code({ stepId, secret, onCopied }: CodeProps) {
  const baseUrl = `${useOrigin()}/api`;

  if (!stepId) return <p className="text-fg-muted">The code contains the ID of a step.</p>;
  return (
    <>
      {secret && (
        <Badge tone="warning" icon={<ShieldAlert aria-hidden />} className="justify-self-start">
          Contains your secret
        </Badge>
      )}
      <SnippetTabs input={{ baseUrl, stepId, secret }} {...(onCopied && { onCopied })} />
    </>
  );
}
