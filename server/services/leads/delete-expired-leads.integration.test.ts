import { expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { createFullTenant } from '#server/testing/tenant.ts';
import { changeLeads } from './change-leads.ts';
import { deleteExpiredLeads } from './delete-expired-leads.ts';

const base = withTestDatabase();

test('a lead that was deleted 30 days ago is deleted for good, with its events and the data of its contact', async () => {
  const { db, sql } = base;
  const tenant = await createFullTenant(db);
  const { companyId, stepId, lead, system } = tenant;
  const other = await createLead(db, { companyId, stepId });
  const ids = [lead.id, other.id];
  await changeLeads(db, system, { ids, change: { field: 'deleted', to: true } });
  await sql`
    update leads set deleted_at = now() - make_interval(days => 29) where id = ${other.id}`;
  const remaining = () =>
    sql`select id from leads where company_id = ${companyId} and origin <> 'test' order by id`;

  expect(await deleteExpiredLeads(db)).toBe(false);
  expect(await remaining()).toHaveLength(2);
  await sql`
    update leads set deleted_at = now() - make_interval(days => 31) where id = ${lead.id}`;
  expect([await deleteExpiredLeads(db), await deleteExpiredLeads(db)]).toEqual([true, false]);
  expect(await remaining()).toEqual([{ id: other.id }]);
  expect(await sql`select from lead_events where lead_id = ${lead.id}`).toHaveLength(0);
  const contacts = await sql`
    select name, phones, email from contacts where company_id = ${companyId} order by name`;
  expect(contacts).toEqual([
    { name: '', phones: expect.anything(), email: null },
    expect.objectContaining({ name: other.name }),
  ]);
  expect(JSON.stringify(contacts[0])).not.toContain('5511');
});
