import { expect, it } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { newId } from '#db/id.ts';
import { withTestDatabase } from '#db/testing.ts';
import { intakeFixture } from '#server/testing/intake-fixture.ts';
import { deleteExpiredKeys } from './idempotency.ts';

const database = withTestDatabase();

it('forgets what an hour ago was a day old, and never how retries are known', async () => {
  const { db, sql } = database;
  const { companyId, stepId } = await intakeFixture(db);
  const { id: leadId } = await createLead(db, { companyId, stepId });
  const key = async (request: string | null, expiresAt: string) => {
    const id = newId();
    await sql`insert into idempotency_keys (company_id, key, lead_id, request, expires_at)
      values (${companyId}, ${id}, ${leadId}, ${request}, ${expiresAt})`;
    return id;
  };
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  await key(newId(), hoursAgo(2));
  const kept = [
    await key(newId(), hoursAgo(0.5)),
    await key(newId(), hoursAgo(-20)),
    await key(null, 'infinity'),
  ];

  expect(await deleteExpiredKeys(sql)).toBe(false);
  const left = await sql`select key from idempotency_keys where company_id = ${companyId}`;
  expect(left.map(({ key: each }) => each).sort()).toEqual(kept.sort());
});

it('deletes a batch at a time and says when there may be more', async () => {
  const { db, sql } = database;
  const { companyId, stepId } = await intakeFixture(db);
  const { id: leadId } = await createLead(db, { companyId, stepId });
  await sql`insert into idempotency_keys (company_id, key, lead_id, request, expires_at)
    select ${companyId}, gen_random_uuid(), ${leadId}, gen_random_uuid(), now() - interval '3 hours'
    from generate_series(1, 5001)`;

  expect([await deleteExpiredKeys(sql), await deleteExpiredKeys(sql)]).toEqual([true, false]);
});
