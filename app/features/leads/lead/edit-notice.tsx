'use client';

import { TriangleAlert } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '#app/_ui/button.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import type { Conflict, LeadEdit, Unsaved } from './use-lead-edit.ts';

interface NoticeProps {
  /** "Status" */
  label: string;
  /** Focused when the notice closes. */
  control: RefObject<HTMLElement | null>;
}

export type EditNoticeProps = NoticeProps & { edit: Pick<LeadEdit, 'conflict' | 'unsaved'> };

/** Says why a choice is not what the lead has, and lets the user decide. `useLeadEdit` announces it. */
export function EditNotice({ edit: { conflict, unsaved }, ...props }: EditNoticeProps) {
  if (conflict) return <ConflictNotice {...props} conflict={conflict} />;
  return unsaved && <UnsavedNotice {...props} unsaved={unsaved} />;
}

const noticeClasses = 'grid gap-2.5 rounded-sm bg-warning-soft px-3 py-2.5 text-sm';

/** The connection was lost, or the server failed. */
function UnsavedNotice({ unsaved, label, control }: NoticeProps & { unsaved: Unsaved }) {
  const decide = (decision: () => void) => () => {
    decision();
    control.current?.focus();
  };

  return (
    <section aria-label={`${label} not saved`} className={noticeClasses}>
      <p className="flex gap-2 [overflow-wrap:anywhere]">
        <TriangleAlert aria-hidden className="mt-px size-4 shrink-0 text-warning" />
        <span className="min-w-0">
          You chose <bdi className="font-medium">{unsaved.mine}</bdi>, which was not saved.
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={decide(unsaved.save)}>
          Save now
        </Button>
        <Button size="sm" variant="ghost" onClick={decide(unsaved.discard)}>
          Discard
        </Button>
      </div>
    </section>
  );
}

/** Another change came first. */
function ConflictNotice({ conflict, label, control }: NoticeProps & { conflict: Conflict }) {
  const { who, theirs, mine, at, keep, overwrite } = conflict;
  const decide = (decision: () => void) => () => {
    decision();
    control.current?.focus();
  };

  return (
    <section aria-label={`${label} changed by ${who}`} className={noticeClasses}>
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
