'use client';

import Link from 'next/link';
import { useRef } from 'react';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { Button, buttonClasses } from '#app/_ui/button.tsx';
import { usePassFocus } from '#app/_ui/focus.ts';
import { useMerge } from '#app/features/leads/duplicates/use-merge.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { timelineEntry } from './use-lead-work.ts';

interface MergeActionsProps {
  leadId: string;
  merge: LeadDetail['merges'][number];
  canChange: boolean;
}

/** Under a merge in the timeline: the page of the other lead, and to take both apart again. */
export function MergeActions({ leadId, merge, canChange }: MergeActionsProps) {
  const { company } = useSession();
  const canPart = useCan('agent') && canChange;
  const { takeApart, isParting } = useMerge();
  const own = useRef<HTMLDivElement>(null);
  usePassFocus(own, timelineEntry);

  return (
    <div ref={own} className="mt-1 flex flex-wrap gap-2">
      <Link
        href={`/${company.slug}/leads/${merge.id}`}
        prefetch={false}
        className={buttonClasses({ size: 'sm' })}
      >
        Other lead
      </Link>
      {canPart && (
        <Button
          size="sm"
          pending={isParting}
          onClick={() => void takeApart({ keptId: leadId, mergedId: merge.id })}
        >
          Take apart
        </Button>
      )}
    </div>
  );
}
