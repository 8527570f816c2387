import { useSyncExternalStore } from 'react';
import { duplicatesShown } from '#db/values/limits.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';

/** The possible duplicates of a lead that are shown. */
export interface OpenDuplicates {
  leadId: string;
  /** Only this one; absent: the user chooses when there are several. */
  otherId?: string | undefined;
  /** Gets the focus back. */
  opener: HTMLElement;
}

let open: OpenDuplicates | undefined;
const listeners = new Set<() => void>();

function set(next: OpenDuplicates | undefined): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is shown, in the one place of the screen that shows it. */
export const useOpenDuplicates = () =>
  useSyncExternalStore(
    subscribe,
    () => open,
    () => undefined,
  );

export const openDuplicates = (duplicates: OpenDuplicates): void => set(duplicates);

/** @param which only these; absent: whatever is shown */
export function closeDuplicates(which = open): void {
  if (open === which) set(undefined);
}

/** More than `duplicatesShown` are not counted. */
export function labelDuplicates({ count, name }: NonNullable<LeadRow['duplicates']>): string {
  if (name !== null) return `Possible duplicate of ${name}`;
  return `Possible duplicates (${count < duplicatesShown ? count : `${duplicatesShown} or more`})`;
}
