import type { Transaction } from '#db/client.ts';
import { mayOwnLeads } from '#db/values/access.ts';
import type { LeadOutcome } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { ConflictError, type DomainError, NotFoundError } from '../errors.ts';
import { listMembers } from '../members/list-members.ts';
import { findPlaces, refusalOf } from '../steps/find-places.ts';
import type { LeadEventEntry } from './lead-changes.ts';
import { placesOf } from './move-lead.ts';

/** A lead with a value before and after, as text: `null` for no owner. */
interface ValueChange {
  id: string;
  from: string | null;
  to: string | null;
}

/** Values that leads get, and what the timelines say of them. */
export interface NewValues {
  /** Why leads cannot get a value; undefined when they can. */
  refusalOf(value: string | null): DomainError | undefined;
  /** Of a value that leads can get. */
  eventOf(change: ValueChange): LeadEventEntry;
  /** Of steps: the mark of one. */
  outcomeOf(stepId: string): LeadOutcome | null;
}

const noMark = { outcomeOf: () => null };
const anyValue = { refusalOf: () => undefined, ...noMark };

export const statuses: NewValues = {
  ...anyValue,
  eventOf: ({ id, ...change }) => ({ leadId: id, type: 'status', ...change }),
};

export const deletions: NewValues = {
  ...anyValue,
  eventOf: ({ id, to }) => ({
    leadId: id,
    type: to === 'true' ? 'deleted' : 'restored',
    from: null,
    to: null,
  }),
};

/** @param ids of all steps, old and new ones */
export async function readSteps(
  tx: Transaction,
  actor: CompanyActor,
  ids: readonly string[],
): Promise<NewValues> {
  const places = await findPlaces(tx, actor, [...new Set(ids)]);
  const placeOf = (id: string | null) => places.get(id ?? '');
  const notFound = () => new NotFoundError('Step not found');

  return {
    outcomeOf: (id) => placeOf(id)?.outcome ?? null,
    refusalOf: (id) => {
      const place = placeOf(id);
      return place ? refusalOf(place) : notFound();
    },
    eventOf: ({ id, from, to }) => {
      const [before, after] = [placeOf(from), placeOf(to)];
      if (!before || !after) throw notFound();
      return { leadId: id, type: 'moved', ...placesOf(before, after), fromStepId: before.id };
    },
  };
}

/** Owners must be able to work on leads. */
export async function readOwners(tx: Transaction, actor: CompanyActor): Promise<NewValues> {
  const members = new Map((await listMembers(tx, actor)).map((member) => [member.id, member]));
  const nameOf = (id: string | null) =>
    id === null ? null : (members.get(id)?.name ?? 'a former member');

  return {
    ...noMark,
    refusalOf: (id) => {
      if (id === null) return undefined;
      const member = members.get(id);
      if (!member) return new NotFoundError('Member not found');
      return mayOwnLeads(member)
        ? undefined
        : new ConflictError(`${member.name} cannot own leads. Choose another member`);
    },
    eventOf: ({ id, from, to }) => ({
      leadId: id,
      type: 'owner',
      from: nameOf(from),
      to: nameOf(to),
    }),
  };
}
