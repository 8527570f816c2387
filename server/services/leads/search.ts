import { type SQL, sql } from 'drizzle-orm';
import { leads } from '#db/schema/leads.ts';

const fewestDigits = 3;

/** The text as a pattern of `like` that means it literally, anywhere. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * The digits to look for in phone numbers, if the text can mean one. A leading `00` or national `0`
 * is not stored.
 */
export function phoneDigits(text: string): string | undefined {
  const digits = text.replace(/\D/g, '');
  const significant = digits.replace(/^0+/, '');

  return significant.length >= fewestDigits ? significant : undefined;
}

/** Leads with the text in their name, or its digits in one of their phone numbers. */
export function matches(text: string): SQL | undefined {
  const wanted = text.replaceAll('\0', '').toWellFormed().trim();
  if (!wanted) return undefined;

  const byName = sql`${leads.name} ilike ${containing(wanted)}`;
  const digits = phoneDigits(wanted);
  if (!digits) return byName;

  const byPhone = sql`exists (select from unnest(${leads.phones}) phone where phone like ${containing(digits)})`;
  return sql`(${byName} or ${byPhone})`;
}
