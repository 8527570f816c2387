'use client';

import { useCan, useSession } from '#app/_trpc/session.tsx';
import { ButtonLink } from '#app/_ui/button.tsx';
import { EmptyState } from '#app/_ui/states.tsx';
import { type Live, LiveStatus } from '#app/features/leads/list-bar.tsx';
import type { StepView } from '#server/panel-api/schemas/funnels.ts';

interface FirstLeadProps {
  step: StepView;
  live: Live;
}

/** A step without leads: how they get here. */
export function FirstLead({ step, live }: FirstLeadProps) {
  const { company } = useSession();
  const canConnect = useCan('agent');

  if (step.archivedAt || step.funnel.archivedAt) {
    return (
      <EmptyState title="No leads">This step received no leads before it was archived.</EmptyState>
    );
  }
  if (!step.isFirst) {
    return (
      <EmptyState title="No leads in this step">
        <p>Leads come here when they are moved.</p>
        <Waiting live={live} />
      </EmptyState>
    );
  }
  return (
    <EmptyState
      drawing="leads"
      title="No leads yet"
      action={
        canConnect && (
          <ButtonLink variant="primary" href={`/${company.slug}/integrate?step=${step.id}`}>
            Send the first lead
          </ButtonLink>
        )
      }
    >
      <p>
        When a website, an ad or another system sends a lead to this step, it appears here within
        seconds, with its name, phone and campaign.
        {!canConnect && ` To connect one, ask an admin of ${company.name}.`}
      </p>
      <Waiting live={live} />
    </EmptyState>
  );
}

function Waiting({ live }: { live: Live }) {
  return (
    <div className="mt-3 flex justify-center">
      <LiveStatus isPaused={live.isPaused} isFailing={live.isFailing}>
        Waiting for the first lead…
      </LiveStatus>
    </div>
  );
}
