import { or, type SQL, sql } from 'drizzle-orm';
import { companies } from '#db/schema/applications.ts';
import { leads } from '#db/schema/leads.ts';
import type { ContactTime } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';

/** How long a lead waited for its first contact; null for one without. */
export const contactWait = sql`(${leads.firstContactAt} - ${leads.createdAt})`;

/** Null for a company without a target. */
const target = ({ companyId }: CompanyActor) => sql`(
  select company.contact_target * interval '1 minute' from ${companies} company
  where company.id = ${companyId})`;

/** A lead whose status changed before the first contact was recorded has none, and does not wait. */
const isWaiting = sql`(${leads.firstContactAt} is null and ${leads.status} = 'new')`;

/** What a lead must meet to be of a time. Times are those of now: a lead that waits becomes late. */
export function isOfContactTime(actor: CompanyActor, time: ContactTime): SQL {
  switch (time) {
    case 'waiting':
      return isWaiting;
    case 'made':
      return sql`${leads.firstContactAt} is not null`;
    case 'inTime':
      return sql`${contactWait} <= ${target(actor)}`;
    case 'late':
      return sql`(${contactWait} > ${target(actor)}
        or (${isWaiting} and ${leads.createdAt} < now() - ${target(actor)}))`;
  }
}

/** Whether the first contact was at one of the times. */
export const hadContact = (actor: CompanyActor, times: readonly ContactTime[]): SQL | undefined =>
  or(...times.map((time) => isOfContactTime(actor, time)));
