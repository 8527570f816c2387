import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { leads } from '#db/schema/leads.ts';
import { noOwner } from '#db/values/leads.ts';
import type { CompanyActor, UserActor } from '../actor.ts';
import { type Condition, oneOfTerms } from './search-query.ts';

/** Deleted leads are kept for some time. The list of deleted leads and their own pages show them. */
export const isNotDeleted = sql`${leads.deletedAt} is null`;
export const isDeleted = sql`${leads.deletedAt} is not null`;

/** An agent of a company that lets its agents see some leads only. */
export const isRestricted = (actor: CompanyActor): actor is UserActor =>
  actor.kind === 'user' && actor.sees !== 'all';

/**
 * Whose leads an actor may see, deleted ones included. Undefined: those of everyone.
 *
 * @param ownerId of the leads, where they have another name than their table
 */
export function isInScope(
  actor: CompanyActor,
  ownerId: SQLWrapper = leads.ownerId,
): SQL | undefined {
  if (!isRestricted(actor)) return undefined;

  const isOwn = sql`${ownerId} = ${actor.userId}::uuid`;
  return actor.sees === 'own' ? isOwn : sql`(${isOwn} or ${ownerId} is null)`;
}

/** What the search index shows of the leads in an actor's scope. Undefined: nothing. */
export function visibleCondition(actor: CompanyActor): Condition | undefined {
  if (!isRestricted(actor)) return undefined;

  const owners = actor.sees === 'own' ? [actor.userId] : [actor.userId, noOwner];
  return oneOfTerms('owner', owners);
}

/**
 * Which leads an actor may see: all that are not deleted, and an agent only those that the company
 * lets its agents see. Services treat all others as missing.
 */
export function isVisibleTo(actor: CompanyActor): SQL {
  const isSeen = isInScope(actor);
  return isSeen ? sql`(${isNotDeleted} and ${isSeen})` : isNotDeleted;
}

/** Merged into another lead: deleted with it, and restored by taking the two apart only. */
export const isMerged = sql`exists (
  select from lead_merges merge
  where merge.company_id = ${leads.companyId} and merge.lead_id = ${leads.id})`;

/** The lead that it is part of now is not deleted. Those between were deleted when they were merged. */
const isInKept = sql`exists (
  with recursive keeper as (
    select merge.kept_id from lead_merges merge
    where merge.company_id = ${leads.companyId} and merge.lead_id = ${leads.id}
    union
    select merge.kept_id from lead_merges merge join keeper on merge.lead_id = keeper.kept_id
    where merge.company_id = ${leads.companyId})
  select from keeper join leads kept
    on kept.company_id = ${leads.companyId} and kept.id = keeper.kept_id
  where kept.deleted_at is null)`;

/**
 * Which leads an actor may read one by one: also the deleted ones that the actor may restore, and merged ones,
 * whose pages lead to the lead that they are part of; viewers as long as they see that.
 */
export const isReadableBy = (actor: CompanyActor): SQL | undefined =>
  actor.kind === 'user' && actor.role !== 'viewer'
    ? isInScope(actor)
    : sql`(${isVisibleTo(actor)} or ${isInKept})`;

/** Of the deleted leads, those that the actor saw before. */
export function isDeletedFor(actor: CompanyActor): SQL {
  const isSeen = isInScope(actor);
  return sql`(${isDeleted} and not ${isMerged} ${isSeen && sql`and ${isSeen}`})`;
}
