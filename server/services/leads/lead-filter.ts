import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { leads } from '#db/schema/leads.ts';
import { type FilterKey, fieldFilters } from '#db/values/lead-fields.ts';
import {
  type ContactTime,
  type FollowUpTime,
  type LeadPriority,
  type LeadStatus,
  me,
  noOwner,
} from '#db/values/leads.ts';
import type { FilterField } from '#db/values/search.ts';
import type { CompanyActor } from '../actor.ts';
import { startInDays, startOf, startOfCompanyDay } from '../sql.ts';
import { hadContact } from './first-contact.ts';
import { type Condition, join, oneOfTerms } from './search-query.ts';
import { isInScope } from './visibility.ts';

/** Values of what was sent. */
type FieldFilters = { [Key in FilterKey]?: string[] | undefined };

/** Leads that meet all that is given; of a list, one value of it. */
export interface LeadFilter extends FieldFilters {
  stepIds?: string[] | undefined;
  statuses?: LeadStatus[] | undefined;
  priorities?: LeadPriority[] | undefined;
  /** Ids of members; `me` for the user, `noOwner` for leads without one. */
  owners?: string[] | undefined;
  /** Days are those of the user, as of `from` and `until`. */
  followUps?: FollowUpTime[] | undefined;
  contacts?: ContactTime[] | undefined;
  sources?: string[] | undefined;
  apiKeyIds?: string[] | undefined;
  /** First and last day of arrival: `2027-01-31`. */
  from?: string | undefined;
  until?: string | undefined;
  /** Whose days these are. Absent: those of the user, else of the company. */
  zone?: 'company' | undefined;
  hasPhone?: boolean | undefined;
}

/** Ids in place of `me`. */
export function withIds(actor: CompanyActor, filter: LeadFilter): LeadFilter {
  const { owners } = filter;
  if (actor.kind !== 'user' || !owners?.includes(me)) return filter;
  return { ...filter, owners: owners.map((owner) => (owner === me ? actor.userId : owner)) };
}

function hasOwner(owners: readonly string[]): SQL | undefined {
  const ids = owners.filter((owner) => owner !== noOwner);
  return or(
    ids.length > 0 ? inArray(leads.ownerId, ids) : undefined,
    ids.length < owners.length ? sql`${leads.ownerId} is null` : undefined,
  );
}

/** Whether the follow-up is planned for one of the times. */
function hasFollowUp(actor: CompanyActor, times: readonly FollowUpTime[]): SQL | undefined {
  const { followUpAt } = leads;
  const startIn = (days: number) => startInDays(days, actor);
  const meets: Record<FollowUpTime, () => SQL> = {
    overdue: () => sql`${followUpAt} <= now()`,
    today: () => sql`(${followUpAt} >= ${startIn(0)} and ${followUpAt} < ${startIn(1)})`,
    week: () => sql`(${followUpAt} >= ${startIn(0)} and ${followUpAt} < ${startIn(7)})`,
    later: () => sql`${followUpAt} >= ${startIn(7)}`,
    none: () => sql`${followUpAt} is null`,
  };

  return or(...times.map((time) => meets[time]()));
}

/**
 * What finds the leads of a filter by follow-ups, which few leads have: leads of a member only, so that
 * the index of follow-ups, which begins with the owner, is read once for each. Undefined where the
 * filter asks for leads without one as well.
 */
export function plannedFollowUps(
  actor: CompanyActor,
  { followUps = [], owners = [] }: LeadFilter,
): SQL | undefined {
  if (followUps.length === 0 || followUps.includes('none')) return undefined;

  const isOfMember = sql`${leads.ownerId} in (
    select member.user_id from memberships member where member.company_id = ${actor.companyId}::uuid)`;
  const isOfOwner = owners.length > 0 ? hasOwner(owners) : isOfMember;
  const isPlanned = sql`${leads.followUpAt} is not null`;
  return and(isPlanned, isOfOwner, isInScope(actor), hasFollowUp(actor, followUps));
}

const oneOf = <Value>(
  values: Value[] | undefined,
  matches: (values: Value[]) => SQL | undefined,
) => (values && values.length > 0 ? matches(values) : undefined);

/**
 * Without its index: ids are in the order of arrival too, and PostgreSQL would read the times of all
 * leads between two days of each step instead.
 */
const arrivedAt = sql`(${leads.createdAt} + interval '0')`;

/** Within which times leads must have arrived. */
export function arrivalOf(actor: CompanyActor, { from, until, zone }: LeadFilter) {
  const start = zone === 'company' ? startOfCompanyDay : startOf;
  return {
    from: from ? start(sql`${from}::date`, actor) : undefined,
    until: until ? start(sql`${until}::date + 1`, actor) : undefined,
  };
}

/** What the search index shows of a filter. Undefined: nothing. */
export function filterCondition(filter: LeadFilter): Condition | undefined {
  const { hasPhone, contacts = [] } = filter;
  const isWaiting = contacts.length > 0 && contacts.every((time) => time === 'waiting');
  const fields: readonly (readonly [FilterField, readonly string[] | undefined])[] = [
    ['step', filter.stepIds],
    ['status', filter.statuses],
    ['status', isWaiting ? ['new'] : undefined],
    ['priority', filter.priorities],
    ['owner', filter.owners],
    ['source', filter.sources],
    ...fieldFilters.map(({ name, key }) => [name, filter[key]] as const),
    ['apiKey', filter.apiKeyIds],
    ['hasPhone', hasPhone === undefined ? undefined : [String(hasPhone)]],
  ];
  const conditions = fields.flatMap(([field, values = []]) =>
    values.length > 0 ? [oneOfTerms(field, values)] : [],
  );
  return conditions.length > 0 ? join('all', conditions) : undefined;
}

/** Undefined for a filter that every lead meets. */
export function meetsFilter(actor: CompanyActor, filter: LeadFilter): SQL | undefined {
  const { hasPhone } = filter;
  const { from, until } = arrivalOf(actor, filter);

  return and(
    oneOf(filter.stepIds, (ids) => inArray(leads.stepId, ids)),
    oneOf(filter.statuses, (statuses) => inArray(leads.status, statuses)),
    oneOf(filter.priorities, (priorities) => inArray(leads.priority, priorities)),
    oneOf(filter.owners, hasOwner),
    oneOf(filter.followUps, (times) => hasFollowUp(actor, times)),
    oneOf(filter.contacts, (times) => hadContact(actor, times)),
    oneOf(filter.sources, (sources) => inArray(leads.source, sources)),
    ...fieldFilters.map(({ name, key }) =>
      oneOf(filter[key], (values) => inArray(leads[name], values)),
    ),
    oneOf(filter.apiKeyIds, (ids) => inArray(leads.apiKeyId, ids)),
    from && sql`${arrivedAt} >= ${from}`,
    until && sql`${arrivedAt} < ${until}`,
    hasPhone === undefined ? undefined : eq(sql`(cardinality(${leads.phones}) > 0)`, hasPhone),
  );
}
