import { expect, it } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { newId } from '#db/id.ts';
import { withTestDatabase } from '#db/testing.ts';
import { createTenant } from '#server/testing/tenant.ts';
import { deleteExpiredKeys } from './idempotency.ts';

const database = withTestDatabase();

it('deletes keys that expired more than an hour ago, and no natural keys', async () => {
  const { db, sql } = database;
  const { companyId, stepId } = await createTenant(db);
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

  expect([await deleteExpiredKeys(sql), await deleteExpiredKeys(sql)]).toEqual([true, false]);
  const left = await sql`select key from idempotency_keys where company_id = ${companyId}`;
  expect(left.map(({ key: each }) => each).sort()).toEqual(kept.sort());
});

it('deletes ten minutes of keys at a time and says when there may be more', async () => {
  const { db, sql } = database;
  const { companyId, stepId } = await createTenant(db);
  const { id: leadId } = await createLead(db, { companyId, stepId });
  await sql`insert into idempotency_keys (company_id, key, lead_id, request, expires_at)
    select ${companyId}, gen_random_uuid(), ${leadId}, gen_random_uuid(), now() - hours * interval '1 hour'
    from unnest('{3,3,2}'::int[]) as hours`;
  const left = async () => {
    const [row] = await sql`
      select count(*)::int as count from idempotency_keys where company_id = ${companyId}`;
    return row?.count;
  };

  expect([await deleteExpiredKeys(sql), await left()]).toEqual([true, 1]);
  expect([await deleteExpiredKeys(sql), await left()]).toEqual([true, 0]);
  expect(await deleteExpiredKeys(sql)).toBe(false);
});
