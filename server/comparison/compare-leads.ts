import { and, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import { type ComparedField, comparedFields } from '#db/values/comparison.ts';
import type { UserActor } from '../services/actor.ts';
import { getCountry } from '../services/companies/country.ts';
import { findEditedFields } from '../services/leads/find-edited-fields.ts';
import { isNoTest } from '../services/leads/lead-columns.ts';
import { type ComparedLead, differencesOf, type SentPerson, shownValue } from './differences.ts';

/** Columns of a file, as long as its ids. One that the file does not have is absent. */
interface SentColumns extends Partial<Record<ComparedField, string[]>> {
  ids: string[];
}

export interface Difference {
  field: ComparedField;
  stored: string;
  /** By a member, since it was sent. */
  isEdited: boolean;
}

interface DifferentLead {
  /** In the ids that were sent, from 0. */
  index: number;
  leadId: string;
  differences: Difference[];
}

export interface Comparison {
  /** Places in the ids that were sent, from 0. */
  missing: number[];
  /** The same, of deleted leads. */
  deleted: number[];
  different: DifferentLead[];
}

interface Absent {
  /** In the ids, from 0. */
  index: number;
  /** Deleted leads have the id. */
  isDeleted: boolean;
}

/**
 * Ids that no lead of a company has, whichever step it is in and whichever key sent it. Tests are no
 * leads. The ids are a parameter once, and the answer has only those that are absent: both cost more than
 * the index. PostgreSQL takes any list of a parameter for ten values, and may join two in a nested loop, so
 * that thousands take seconds; "in" reads a hash.
 */
export async function findAbsent(
  tx: Pick<Transaction, 'execute'>,
  companyId: string,
  ids: readonly string[],
): Promise<Absent[]> {
  return tx.execute<Absent & Record<string, unknown>>(sql`
    with sent as materialized (select ${sql.param(ids)}::text[] as ids),
    known as materialized (
      select external_lead_id as id, deleted_at is not null and not exists (
        select from lead_merges merge
        where merge.company_id = leads.company_id and merge.lead_id = leads.id) as is_deleted
      from leads
      where company_id = ${companyId} and external_lead_id = any((select ids from sent)::text[])
        and external_lead_id is not null and origin <> 'test'
    )
    select (n - 1)::int as index, id in (select id from known) as "isDeleted"
    from unnest((select ids from sent)) with ordinality as id (id, n)
    where id not in (select id from known where not is_deleted)
    order by n`);
}

interface StoredLead extends ComparedLead {
  id: string;
  externalLeadId: string | null;
}

/** The newest first. */
async function findLeads(
  db: Database,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string | null, StoredLead[]>> {
  const rows = await db
    .select({
      id: leads.id,
      externalLeadId: leads.externalLeadId,
      name: leads.name,
      phones: leads.phones,
      phoneMarks: leads.phoneMarks,
      unreadPhones: leads.unreadPhones,
      email: leads.email,
    })
    .from(leads)
    .where(
      and(
        eq(leads.companyId, companyId),
        sql`${leads.externalLeadId} = any(${sql.param(ids)}::text[])`,
        sql`${leads.externalLeadId} is not null and ${leads.deletedAt} is null`,
        isNoTest,
      ),
    );
  const newestFirst = rows.toSorted((one, other) => (one.id < other.id ? 1 : -1));
  return Map.groupBy(newestFirst, ({ externalLeadId }) => externalLeadId);
}

/** @param stored by external id, the newest first */
async function findDifferent(
  db: Database,
  companyId: string,
  { ids, ...columns }: SentColumns,
  stored: ReadonlyMap<string | null, StoredLead[]>,
): Promise<DifferentLead[]> {
  const country = await getCountry(db, companyId);
  const found = ids.flatMap((id, index) => {
    const sent: SentPerson = {
      name: columns.name?.[index] ?? '',
      phones: columns.phones?.[index] ?? '',
      email: columns.email?.[index] ?? '',
    };
    const compared = (stored.get(id) ?? []).map((lead) => ({
      index,
      lead,
      fields: differencesOf(lead, sent, country),
    }));
    const [newest] = compared;
    return newest && compared.every(({ fields }) => fields.length > 0) ? [newest] : [];
  });
  const edited = await findEditedFields(
    db,
    companyId,
    found.map(({ lead }) => lead.id),
  );
  return found.map(({ index, lead, fields }) => ({
    index,
    leadId: lead.id,
    differences: fields.map((field) => ({
      field,
      stored: shownValue(lead, field),
      isEdited: edited.get(lead.id)?.has(field) ?? false,
    })),
  }));
}

/** Says which rows of a file are no leads of the company, and which leads differ from their row. */
export async function compareLeads(
  db: Database,
  { companyId }: UserActor,
  sent: SentColumns,
): Promise<Comparison> {
  const hasColumns = comparedFields.some((field) => sent[field] !== undefined);
  const stored = hasColumns ? await findLeads(db, companyId, sent.ids) : undefined;
  const others = sent.ids.flatMap((id, index) => (stored?.has(id) ? [] : [{ id, index }]));
  const [absent, different] = await Promise.all([
    findAbsent(
      db,
      companyId,
      others.map(({ id }) => id),
    ),
    stored ? findDifferent(db, companyId, sent, stored) : [],
  ]);
  const placesOf = (areDeleted: boolean) =>
    absent
      .filter(({ isDeleted }) => isDeleted === areDeleted)
      .flatMap(({ index }) => others.slice(index, index + 1).map((other) => other.index));
  return { missing: placesOf(false), deleted: placesOf(true), different };
}
