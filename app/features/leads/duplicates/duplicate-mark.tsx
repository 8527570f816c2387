'use client';

import { CopyCheck } from 'lucide-react';
import { useCan } from '#app/_trpc/session.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { tooltip } from '#app/_ui/tooltip.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';
import { labelDuplicates, openDuplicates } from './open-duplicates.ts';

interface MarkProps {
  lead: Pick<LeadRow, 'id' | 'origin' | 'duplicates'>;
}

/** On a card: an icon, which opens both leads for those who may merge them. */
export function DuplicateIcon({ lead, tabIndex }: MarkProps & { tabIndex: number }) {
  const canMerge = useCan('agent') && lead.origin !== 'test';
  if (!lead.duplicates) return null;

  const label = labelDuplicates(lead.duplicates);
  const icon = <CopyCheck aria-hidden className="size-3.5" />;
  const place = 'relative z-1 shrink-0 text-warning';
  return canMerge ? (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={label}
      aria-haspopup="dialog"
      {...tooltip(label, 'top', 'max-w-72 whitespace-normal')}
      onClick={({ currentTarget }) => openDuplicates({ leadId: lead.id, opener: currentTarget })}
      className={`${place} -my-1 -mr-1.25 grid size-6 place-items-center rounded-sm hover:bg-warning-soft coarse:-my-3 coarse:-mr-3 coarse:size-11`}
    >
      {icon}
    </button>
  ) : (
    <span role="img" aria-label={label} {...tooltip(label)} className={place}>
      {icon}
    </span>
  );
}

/** In a row: a badge, which opens both leads for those who may merge them. */
export function DuplicateBadge({ lead }: MarkProps) {
  const canMerge = useCan('agent') && lead.origin !== 'test';
  if (!lead.duplicates) return null;

  const label = labelDuplicates(lead.duplicates);
  const badge = (
    <Badge tone="warning">
      <span className="sr-only">{label}</span>
      <span aria-hidden>Duplicate?</span>
    </Badge>
  );
  return canMerge ? (
    <button
      type="button"
      aria-haspopup="dialog"
      {...tooltip(label, 'top', 'max-w-72 whitespace-normal')}
      onClick={({ currentTarget }) => openDuplicates({ leadId: lead.id, opener: currentTarget })}
      className="relative z-1 inline-flex rounded-sm underline decoration-1 decoration-warning underline-offset-2 hover:decoration-2 coarse:-my-2.75 coarse:py-2.75"
    >
      {badge}
    </button>
  ) : (
    badge
  );
}
