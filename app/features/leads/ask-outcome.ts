import { useSyncExternalStore } from 'react';
import { type LeadOutcome, outcomeOf } from '#db/values/leads.ts';
import type { ChangedLead } from '#server/panel-api/schemas/leads.ts';

/** Why a lead was lost, or what a won one is worth. */
export interface Question {
  leadId: string;
  name: string;
  outcome: LeadOutcome;
}

let asked: Question | undefined;
const listeners = new Set<() => void>();

function set(next: Question | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useQuestion = () =>
  useSyncExternalStore(
    subscribe,
    () => asked,
    () => undefined,
  );

/** In place of another question. Nothing waits for the answer. */
export const askOutcome = (question: Question): void => set(question);

/** @param leadId only a question about this lead; absent: any */
export function closeQuestion(leadId = asked?.leadId): void {
  if (asked && asked.leadId === leadId) set(undefined);
}

/** Whether the change gave the lead another status. */
export const hasNewStatus = ({ events, changedAt }: ChangedLead): boolean =>
  events.some(({ type, createdAt }) => type === 'status' && createdAt === changedAt);

/** Asks about a lead that a change of its status has just ended. */
export function askIfEnded(lead: ChangedLead): void {
  const outcome = outcomeOf(lead.status);
  if (outcome && hasNewStatus(lead)) askOutcome({ leadId: lead.id, name: lead.name, outcome });
}
