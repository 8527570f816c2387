import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { UserActor } from '../actor.ts';
import { listMembers } from '../members/list-members.ts';
import { uuids } from '../sql.ts';
import { findPlaces } from '../steps/find-places.ts';
import { findEditedFields } from './find-edited-fields.ts';
import { describePhone } from './phone.ts';
import { planMerge, suggestKept } from './plan-merge.ts';
import { assertNoTests, type Lead, readPair, versionOf } from './read-pair.ts';
import { isSaid } from './taken-back.ts';
import { isVisibleTo } from './visibility.ts';

/** Characters of a text that is shown beside the other lead. */
const excerptLength = 200;

interface Said {
  leadId: string;
  count: number;
  lastText: string | null;
}

/** Notes, calls and messages of each, and the last text of them. */
async function readSaid(db: Database, companyId: string, ids: readonly string[]) {
  const rows = await db.execute<Said & Record<string, unknown>>(sql`
    select event.lead_id as "leadId", count(*)::int as count,
      (array_agg(left(event.text, ${excerptLength}::int)
        order by event.created_at desc, event.id desc)
        filter (where event.text is not null))[1] as "lastText"
    from lead_events event
    where event.company_id = ${companyId}::uuid and event.lead_id = any(${uuids(ids)}) and ${isSaid}
    group by event.lead_id`);
  return new Map(rows.map((row) => [row.leadId, row]));
}

/** One line of a preview: a field as the timeline names it, and its value as text. */
export interface PreviewLine {
  field: string;
  value: string;
}

/** How values are written. */
interface Names {
  ownerOf(lead: Lead): string | null;
  placeOf(lead: Lead): string;
}

const phonesOf = ({ phones, phoneMarks }: Pick<Lead, 'phones' | 'phoneMarks'>) =>
  phones.map((digits) => describePhone(digits, phoneMarks?.[digits]).international);

/** What a lead has, by field, without what is empty. */
function linesOf(lead: Lead, { ownerOf, placeOf }: Names): PreviewLine[] {
  const custom = Object.entries(lead.customFields ?? {});
  const amount = lead.wonAmount === null ? null : `${lead.wonAmount} ${lead.wonCurrency}`;
  const values: [string, string | null][] = [
    ['name', lead.name],
    ['phones', phonesOf(lead).join(', ')],
    ['email', lead.email],
    ['segment', lead.segment],
    ['message', lead.message],
    ...custom.map(([name, value]): [string, string] => [`customFields.${name}`, String(value)]),
    ['step', placeOf(lead)],
    ['status', lead.status],
    ['lostReason', lead.lostReason],
    ['wonAmount', amount],
    ['priority', lead.priority],
    ['temperature', lead.temperature],
    ['owner', ownerOf(lead)],
    ['followUp', lead.followUpAt?.toISOString() ?? null],
    ['source', lead.source],
  ];
  return values.flatMap(([field, value]) => (value ? [{ field, value }] : []));
}

/** A made name says nothing that the other one would lose. */
const isLost = ({ field, value }: PreviewLine, merged: Lead, after: readonly PreviewLine[]) => {
  if (field === 'phones' || field === 'message') return false;
  if (field === 'name' && merged.nameFrom !== null) return false;
  return !after.some((line) => line.field === field && line.value === value);
};

/** What the kept lead will have, and what of the merged one it will not. */
function describePlan(kept: Lead, merged: Lead, edited: ReadonlySet<string>, names: Names) {
  const { set } = planMerge(kept, merged, edited);
  const before = linesOf(kept, names);
  const after = linesOf({ ...kept, ...set }, names).map((line) => ({
    ...line,
    isChanged: !before.some(({ field, value }) => field === line.field && value === line.value),
  }));
  /* Phones that are too many or that a member removed, and a follow-up of the kept lead that is later. */
  const all = new Set(set.phones ?? kept.phones);
  const phones = merged.phones.filter((digits) => !all.has(digits));
  const tooMany = phonesOf({ phones, phoneMarks: merged.phoneMarks }).join(', ');
  const later = before.filter(({ field }) => field === 'followUp');
  const dropped = [...linesOf(merged, names), ...later].filter((line) =>
    isLost(line, merged, after),
  );
  return {
    keptId: kept.id,
    after,
    dropped: tooMany ? [{ field: 'phones', value: tooMany }, ...dropped] : dropped,
  };
}

/**
 * Two leads side by side, and what a merge makes of either when it is kept.
 *
 * @returns `version` for `mergeLeads`
 * @throws NotFoundError when the actor does not see one of them
 * @throws ConflictError for tests, and for one lead twice
 */
export async function previewMerge(
  db: Database,
  actor: UserActor,
  { id, otherId }: { id: string; otherId: string },
) {
  const { companyId } = actor;
  const ids = [id, otherId];
  const pair = await readPair(db, actor, [id, otherId], {
    isReached: isVisibleTo(actor),
    isLocked: false,
  });
  assertNoTests(pair);
  const [one, other] = pair;
  const [places, members, said, edited] = await Promise.all([
    findPlaces(db, actor, [one.stepId, other.stepId]),
    listMembers(db, actor),
    readSaid(db, companyId, ids),
    findEditedFields(db, companyId, ids),
  ]);
  const names: Names = {
    ownerOf: ({ ownerId }) =>
      ownerId && (members.find((member) => member.id === ownerId)?.name ?? 'A former member'),
    placeOf: ({ stepId }) => {
      const place = places.get(stepId);
      return place ? `${place.funnel.name}: ${place.name}` : '';
    },
  };
  const plan = (kept: Lead, merged: Lead) =>
    describePlan(kept, merged, edited.get(kept.id) ?? new Set(), names);
  const countOf = (lead: Lead) => said.get(lead.id)?.count ?? 0;

  return {
    leads: pair.map((lead) => ({
      id: lead.id,
      name: lead.name,
      phones: phonesOf(lead),
      email: lead.email,
      createdAt: lead.createdAt,
      source: lead.source,
      place: names.placeOf(lead),
      status: lead.status,
      owner: names.ownerOf(lead),
      followUpAt: lead.followUpAt,
      lastText: said.get(lead.id)?.lastText ?? null,
    })),
    plans: [plan(one, other), plan(other, one)],
    suggestedId: suggestKept(pair, [countOf(one), countOf(other)]).id,
    version: versionOf(pair),
  };
}
