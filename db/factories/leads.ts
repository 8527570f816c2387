import { sql } from 'drizzle-orm';
import type postgres from 'postgres';
import type { Database } from '#db/client.ts';
import { stepCounters } from '#db/schema/funnels.ts';
import { contacts, leads } from '#db/schema/leads.ts';
import { newId } from '../id.ts';
import { searchWords } from '../values/search.ts';
import { only } from './row.ts';

type LeadOverrides = Partial<typeof leads.$inferInsert> & { companyId: string; stepId: string };

export const plainLead = {
  name: 'Maria Souza',
  phones: ['5511987654321'],
  segment: '',
  status: 'new',
  priority: 'medium',
  temperature: 'warm',
  source: 'api',
  medium: 'none',
  channel: 'other',
  origin: 'public_api',
} as const satisfies Partial<typeof leads.$inferInsert>;

/** A lead as intake stores it: with its contact and its counter, unless it is a test. */
export async function createLead(db: Database, overrides: LeadOverrides) {
  const values = {
    ...plainLead,
    phones: [...plainLead.phones],
    id: newId(),
    contactId: overrides.origin === 'test' ? null : newId(),
    ...overrides,
  };
  const words = searchWords(values, 0);
  const { companyId, createdAt } = values;

  if (values.contactId !== null) {
    await db.insert(contacts).values({
      companyId,
      id: values.contactId,
      name: values.name,
      phones: values.phones,
      email: values.email,
      createdAt,
    });
  }
  const lead = only(
    await db
      .insert(leads)
      .values({ searchWords: words, ...values })
      .returning(),
  );
  if (lead.origin === 'test') return lead;

  await db
    .insert(stepCounters)
    .values({
      companyId,
      stepId: lead.stepId,
      day: lead.day ?? lead.createdAt.toISOString().slice(0, 10),
      leads: 1,
    })
    .onConflictDoUpdate({
      target: [stepCounters.companyId, stepCounters.stepId, stepCounters.day, stepCounters.shard],
      set: { leads: sql`${stepCounters.leads} + 1` },
    });

  return lead;
}

/** Adds 25 MB of leads like another one: more than the buffers between the database and a reader hold. */
export async function addLongLeads(database: postgres.Sql, id: string): Promise<void> {
  await database`
    insert into leads (company_id, id, step_id, contact_id, name, phones, segment, status, priority,
      temperature, source, medium, channel, origin, message)
    select company_id, gen_random_uuid(), step_id, contact_id, name, phones, segment, status, priority,
      temperature, source, medium, channel, origin, repeat('x', 5000)
    from leads cross join generate_series(1, 5000) where id = ${id}`;
}

/**
 * Adds leads as if they had been sent: `Lead 7` with the external id `1000000000000007`, a phone and an
 * email of its own, without search words and counters.
 */
export async function addSentLeads(
  database: postgres.Sql,
  { companyId, stepId }: { companyId: string; stepId: string },
  numbers: readonly number[],
): Promise<void> {
  await database`
    with lead as (
      select n, gen_random_uuid() as id, gen_random_uuid() as contact_id
      from unnest(${numbers}::int[]) n
    ), contact as (
      insert into contacts (company_id, id, name, phones)
      select ${companyId}, contact_id, 'Lead ' || n, '{}' from lead
    )
    insert into leads (company_id, id, step_id, contact_id, name, phones, email, segment, status,
      priority, temperature, source, medium, channel, external_lead_id, origin, search_words)
    select ${companyId}, id, ${stepId}, contact_id, 'Lead ' || n, array['5511' || (900000000 + n)],
      'lead' || n || '@example.com', '', 'new', 'medium', 'warm', 'meta', 'paid', 'other',
      (1000000000000000 + n)::text, 'public_api', ''::tsvector
    from lead`;
}
