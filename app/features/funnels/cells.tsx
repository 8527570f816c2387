'use client';

import Link from 'next/link';
import { type ReactNode, useRef } from 'react';
import { useSession } from '#app/_trpc/session.tsx';
import { ShareBar } from '#app/_ui/bars.tsx';
import { cn } from '#app/_ui/cn.ts';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { digits } from '#app/_ui/format.ts';
import { LinkPending } from '#app/_ui/link-pending.tsx';
import { RowHead, TableHead, Td, Th } from '#app/_ui/table.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import type { StepRow } from '#server/panel-api/schemas/funnels.ts';
import { OutcomeMark, outcomeLabels } from './outcome-mark.tsx';

interface StepIdProps {
  step: { id: string; name: string };
  /** On a phone, shows only the start of the ID. The button copies all of it. */
  short?: boolean;
}

/** The ID of a step with a copy button, both always visible. */
export function StepId({ step, short = false }: StepIdProps) {
  const source = useRef<HTMLElement>(null);

  return (
    <span className="flex min-w-0 items-center gap-1">
      <code
        ref={source}
        className={cn(
          'min-w-0 break-all font-mono text-fg-muted text-xs',
          short && 'max-sm:w-20 max-sm:truncate',
        )}
      >
        {step.id}
      </code>
      <CopyButton
        value={step.id}
        label={`Copy step ID of ${step.name}`}
        copiedLabel="Step ID copied"
        iconOnly
        size="sm"
        variant="ghost"
        testId={`copy-step-id-${step.id}`}
        source={source}
      />
    </span>
  );
}

/** Today's leads, highlighted unless 0. */
export function Today({ leads }: { leads: number }) {
  if (leads === 0) return <span className="figure text-fg-subtle">0</span>;

  return <span className="figure text-success">+{digits(leads)}</span>;
}

/** The head of both step tables; fixed widths align their columns. */
export function StepsHead({ actions }: { actions: string | false }) {
  return (
    <TableHead>
      <Th>Step and its ID</Th>
      <Th className="w-28 text-right">Leads</Th>
      <Th className="w-20 text-right">Today</Th>
      <Th className="w-36">Last lead</Th>
      {actions && (
        <Th className="w-38">
          <span className="sr-only">{actions}</span>
        </Th>
      )}
    </TableHead>
  );
}

interface StepCellsProps {
  step: StepRow;
  funnelId: string;
  /** False once it or its funnel is archived. */
  takesLeads: boolean;
  share: number;
  marker: ReactNode;
}

/** The common cells of a step's row: name, ID and lead counts. */
export function StepCells({ step, funnelId, takesLeads, share, marker }: StepCellsProps) {
  const { company } = useSession();

  return (
    <>
      <RowHead className="col-span-3">
        <span className="flex items-start gap-3">
          {marker}
          <span className="grid min-w-0 pt-1">
            <span className="flex flex-wrap items-center gap-x-2.5">
              <Link
                id={`step-${step.id}`}
                href={`/${company.slug}/funnels/${funnelId}/steps/${step.id}`}
                dir="auto"
                className="font-medium text-fg [overflow-wrap:anywhere] hover:text-primary-text hover:underline"
              >
                {step.name}
                <LinkPending className="ml-2 inline" />
              </Link>
              {step.outcome && (
                <span className="flex items-center gap-1.5 text-fg-muted text-sm">
                  <OutcomeMark outcome={step.outcome} />
                  {outcomeLabels[step.outcome]}
                </span>
              )}
            </span>
            <span className="flex flex-wrap items-center gap-x-3 max-md:-ml-10">
              <StepId step={step} />
              {takesLeads && (
                <Link
                  href={`/${company.slug}/integrate?step=${step.id}`}
                  aria-label={`Integrate ${step.name}`}
                  className="text-primary-text text-sm hover:underline coarse:py-3"
                >
                  Integrate
                </Link>
              )}
            </span>
          </span>
        </span>
      </RowHead>
      <Td label="Leads" className="max-md:grid-cols-1 max-md:gap-0 md:text-right">
        <span className="figure">
          {digits(step.leads)}
          {step.isCapped && '+'}
        </span>
        {share > 0 && <ShareBar share={share} className="mt-1.5 hidden w-20 md:ml-auto md:block" />}
      </Td>
      <Td label="Today" className="max-md:grid-cols-1 max-md:gap-0 md:text-right">
        <Today leads={step.leadsToday} />
      </Td>
      <Td
        label="Last lead"
        className="max-md:grid-cols-1 max-md:gap-0 text-fg-muted md:whitespace-nowrap"
      >
        <RelativeTime at={step.lastLeadAt} never="No leads yet" />
      </Td>
    </>
  );
}
