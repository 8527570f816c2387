'use client';

import { useDraft } from '#app/_trpc/use-draft.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { firstTextOf, type Mend, mendsOf, staleMend } from './mends.ts';

/** By the key of the mend. */
type MendDrafts = Record<string, { mend: Mend; text: string }>;

/** What was typed for one mend; undefined where that is what the field holds anyway. */
export function useMendDraft(leadId: string, mend: Mend) {
  const [drafts, setDrafts, stored] = useDraft<MendDrafts>(`lead.${leadId}.mends`);

  function setText(text: string | undefined) {
    const { [mend.key]: _, ...others } = stored.read() ?? {};
    const isTyped = text !== undefined && (mend.isStale || text !== firstTextOf(mend));
    const next: MendDrafts = isTyped ? { ...others, [mend.key]: { mend, text } } : others;
    setDrafts(Object.keys(next).length > 0 ? next : undefined);
  }

  return [drafts?.[mend.key]?.text, setText] as const;
}

/** The mends of a lead; for those who work on it also those that were typed before their mark went. */
export function useMends(lead: LeadDetail, canWork: boolean): Mend[] {
  const [drafts = {}] = useDraft<MendDrafts>(`lead.${lead.id}.mends`);
  const mends = mendsOf(lead);
  if (!canWork) return mends;

  const keys = new Set(mends.map(({ key }) => key));
  const stale = Object.values(drafts).filter(({ mend }) => !keys.has(mend.key));
  return [...mends, ...stale.map(({ mend }) => staleMend(lead, mend))];
}
