import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { leadEvents, leads } from '#db/schema/leads.ts';
import { type ComparedField, comparedFields } from '#db/values/comparison.ts';
import type { UserActor } from '../services/actor.ts';
import { getCountry } from '../services/companies/country.ts';
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

const ofCompany = (companyId: string, ids: readonly string[]) =>
  and(
    eq(leads.companyId, companyId),
    sql`${leads.externalLeadId} = any(${sql.param(ids)}::text[])`,
    sql`${leads.externalLeadId} is not null`,
    isNoTest,
  );

/**
 * Leads of a company by their external id, whichever step they are in and whichever key sent them. True:
 * all with this id are deleted.
 */
export async function findByExternalId(
  tx: Pick<Transaction, 'select'>,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  const rows = await tx
    .select({
      id: sql<string>`${leads.externalLeadId}`,
      isDeleted: sql<boolean>`bool_and(${leads.deletedAt} is not null)`,
    })
    .from(leads)
    .where(ofCompany(companyId, ids))
    .groupBy(leads.externalLeadId);
  return new Map(rows.map(({ id, isDeleted }) => [id, isDeleted]));
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
    .where(and(ofCompany(companyId, ids), sql`${leads.deletedAt} is null`));
  const newestFirst = rows.toSorted((one, other) => (one.id < other.id ? 1 : -1));
  return Map.groupBy(newestFirst, ({ externalLeadId }) => externalLeadId);
}

/** `lead id field` for each field that a member has edited. */
async function findEdits(db: Database, companyId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Set<string>();
  const rows = await db
    .selectDistinct({ leadId: leadEvents.leadId, field: leadEvents.field })
    .from(leadEvents)
    .where(
      and(
        eq(leadEvents.companyId, companyId),
        inArray(leadEvents.leadId, [...ids]),
        eq(leadEvents.type, 'edited'),
        inArray(leadEvents.field, [...comparedFields]),
      ),
    );
  return new Set(rows.map(({ leadId, field }) => `${leadId} ${field}`));
}

async function findDifferent(
  db: Database,
  companyId: string,
  { ids, ...columns }: SentColumns,
): Promise<DifferentLead[]> {
  if (Object.keys(columns).length === 0) return [];

  const [stored, country] = await Promise.all([
    findLeads(db, companyId, ids),
    getCountry(db, companyId),
  ]);
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
  const edits = await findEdits(
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
      isEdited: edits.has(`${lead.id} ${field}`),
    })),
  }));
}

/**
 * Says which rows of a file are no leads of the company, and which leads differ from their row. Tests
 * are no leads.
 */
export async function compareLeads(
  db: Database,
  { companyId }: UserActor,
  sent: SentColumns,
): Promise<Comparison> {
  const [known, different] = await Promise.all([
    findByExternalId(db, companyId, sent.ids),
    findDifferent(db, companyId, sent),
  ]);
  const missing: number[] = [];
  const deleted: number[] = [];
  for (const [index, id] of sent.ids.entries()) {
    const isDeleted = known.get(id);
    if (isDeleted === undefined) missing.push(index);
    else if (isDeleted) deleted.push(index);
  }
  return { missing, deleted, different };
}
