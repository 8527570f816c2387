'use client';

import { TriangleAlert } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '#app/_ui/button.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import type { Conflict } from './use-lead-edit.ts';

export interface ConflictNoticeProps {
  conflict: Conflict;
  /** "Status" */
  label: string;
  /** Focused when the notice closes. */
  control: RefObject<HTMLElement | null>;
}

/** Says that another change came first, and lets the user decide. `useLeadEdit` announces it. */
export function ConflictNotice({ conflict, label, control }: ConflictNoticeProps) {
  const { who, theirs, mine, at, keep, overwrite } = conflict;
  const decide = (decision: () => void) => () => {
    decision();
    control.current?.focus();
  };

  return (
    <section
      aria-label={`${label} changed by ${who}`}
      className="grid gap-2.5 rounded-sm bg-warning-soft px-3 py-2.5 text-sm"
    >
      <p className="flex gap-2 [overflow-wrap:anywhere]">
        <TriangleAlert aria-hidden className="mt-px size-4 shrink-0 text-warning" />
        <span className="min-w-0">
          <bdi className="font-medium">{who}</bdi> changed this to{' '}
          <bdi className="font-medium">{theirs}</bdi> <RelativeTime at={at} plain />. You chose{' '}
          <bdi className="font-medium">{mine}</bdi>, which was not saved.
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={decide(keep)} className="max-w-full">
          <span className="truncate">
            Keep <bdi>{theirs}</bdi>
          </span>
        </Button>
        <Button size="sm" onClick={decide(overwrite)} className="max-w-full">
          <span className="truncate">
            Overwrite with <bdi>{mine}</bdi>
          </span>
        </Button>
      </div>
    </section>
  );
}
