import { Check, X } from 'lucide-react';
import { cn } from '#app/_ui/cn.ts';
import { tooltip } from '#app/_ui/tooltip.ts';
import type { LeadOutcome } from '#db/values/leads.ts';

export const outcomeLabels = { won: 'Won', lost: 'Lost' } satisfies Record<LeadOutcome, string>;

/** Shown where both are seen first. */
export const statusAndStep =
  'The status says how far you are with the person, the step where the lead is in its funnel. A step that is marked won or lost sets the status.';

/** Of a step whose leads have ended. */
export function OutcomeMark({ outcome }: { outcome: LeadOutcome }) {
  const isWon = outcome === 'won';
  const Icon = isWon ? Check : X;
  const text = `Leads that are moved here are ${outcome}`;

  return (
    <span
      role="img"
      aria-label={text}
      {...tooltip(text)}
      className={cn(
        'grid size-4 shrink-0 place-items-center rounded-full',
        isWon ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger',
      )}
    >
      <Icon aria-hidden className="size-3" strokeWidth={3} />
    </span>
  );
}
