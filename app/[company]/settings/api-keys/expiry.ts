export const expiryChoices = ['30d', '90d', '1y', 'date', 'never'] as const;
export type ExpiryChoice = (typeof expiryChoices)[number];

const days = { '30d': 30, '90d': 90, '1y': 365 } as const;
const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * When a key of this choice ends: `null` for never, `undefined` for a date that is none.
 * A date means to the end of that day, UTC.
 *
 * @param day the chosen date as `2026-03-12`
 */
export function expiresAt(choice: ExpiryChoice, day: string, now: Date): Date | null | undefined {
  if (choice === 'never') return null;
  if (choice !== 'date') return new Date(now.getTime() + days[choice] * 86_400_000);
  if (!dayPattern.test(day)) return undefined;

  const end = new Date(`${day}T23:59:59.999Z`);
  return Number.isNaN(end.getTime()) || !end.toISOString().startsWith(day) ? undefined : end;
}

/** `2026-03-12`, the day in UTC, as a date field wants it. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
