import { expect, it } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { leadsPerSearchBlock } from '#server/limits.ts';
import { searchLeads } from '#server/services/leads/search-leads.ts';
import { send } from '#server/testing/http-client.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import { fillSearch } from './search-index.ts';

const database = withTestDatabase();
const served = withTestDatabase();
const web = withWebServer(() => served.url);

const firstCompany = '00000000-0000-0000-0000-000000000000';
const find = async (db: typeof database.db, { system }: Tenant, text: string) =>
  (await searchLeads(db, system, { text })).items.map(({ name }) => name);
const createBare = ({ companyId, stepId }: Tenant, name: string, createdAt?: Date) =>
  createLead(database.db, {
    companyId,
    stepId,
    name,
    searchWords: null,
    ...(createdAt && { createdAt }),
  });

async function fillAll(): Promise<number> {
  let turns = 0;
  let company: string | undefined = firstCompany;
  for (; company; turns += 1) company = (await fillSearch(database.sql, company))?.companyId;
  return turns - 1;
}

it('a lead is found as soon as it is acknowledged, and counted in its block', async () => {
  const tenant = await createTenant(served.db);
  const body = { name: 'João Conceição', phones: ['+55 11 98765-4321'], email: 'j@exämple.com' };
  const answer = await send(web.port, {
    path: `/api/leads/public/${tenant.stepId}`,
    headers: { 'content-type': 'application/json', 'x-api-key': tenant.secret, host: tenant.host },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
  for (const text of ['joao', 'conceicao joão', '98765 4321', 'j@example.com']) {
    expect(await find(served.db, tenant, text)).toEqual([body.name]);
  }

  await expect
    .poll(
      () => served.sql`
        select block, leads from search_blocks where company_id = ${tenant.companyId}`,
    )
    .toEqual([{ block: 0, leads: 1 }]);
});

it('the server makes the words of leads that have none, within a second', async () => {
  const tenant = await createTenant(served.db);
  const { companyId, stepId } = tenant;
  await createLead(served.db, { companyId, stepId, name: 'Imported', searchWords: null });
  expect(await find(served.db, tenant, 'imported')).toEqual([]);

  await expect
    .poll(() => find(served.db, tenant, 'imported'), { interval: 50 })
    .toEqual(['Imported']);
});

it('makes the words of leads of all companies, each company in its turn', async () => {
  const tenants = [await createTenant(database.db), await createTenant(database.db)];
  for (const tenant of tenants) {
    await createBare(tenant, 'Old');
    await createBare(tenant, 'Older');
  }

  expect(await fillAll()).toBe(2);
  for (const tenant of tenants) {
    expect(await find(database.db, tenant, 'old')).toHaveLength(2);
  }
  expect(await fillAll()).toBe(0);
});

it('puts old leads into the blocks that they would be in, had they come one by one', async () => {
  const tenant = await createTenant(database.db);
  const { companyId, stepId } = tenant;
  await createBare(tenant, 'Recent', new Date('2026-03-01'));
  await createBare(tenant, 'Early', new Date('2026-01-01'));
  await database.sql`
    insert into step_counters (company_id, step_id, day, leads)
    values (${companyId}, ${stepId}, '2026-02-01', ${3 * leadsPerSearchBlock})`;
  await fillAll();

  const stored = await database.sql`
    select name, search_words::text ~ '3[.]recent' as recent, search_words::text ~ '0[.]early' as early
    from leads where company_id = ${companyId} order by name`;
  expect([...stored]).toEqual([
    { name: 'Early', recent: false, early: true },
    { name: 'Recent', recent: true, early: false },
  ]);
  const [block] = await database.sql`
    select block from search_blocks where company_id = ${companyId}`;
  expect(block).toEqual({ block: 3 });
  expect(await find(database.db, tenant, 'early')).toEqual(['Early']);
  expect(await find(database.db, tenant, 'recent')).toEqual(['Recent']);
});

it('a lead that changes is found by what it has become', async () => {
  const tenant = await createTenant(database.db);
  const { id } = await createLead(database.db, {
    companyId: tenant.companyId,
    stepId: tenant.stepId,
    name: 'Before',
  });
  await database.sql`
    update leads set name = 'After', search_words = null
    where company_id = ${tenant.companyId} and id = ${id}`;
  await fillAll();

  expect(await find(database.db, tenant, 'before')).toEqual([]);
  expect(await find(database.db, tenant, 'after')).toEqual(['After']);
});

it('a deleted lead leaves no words', async () => {
  const tenant = await createTenant(database.db);
  const { id } = await createLead(database.db, {
    companyId: tenant.companyId,
    stepId: tenant.stepId,
    name: 'Erased',
  });
  await database.sql`delete from leads where company_id = ${tenant.companyId} and id = ${id}`;

  expect(await find(database.db, tenant, 'erased')).toEqual([]);
});

it('two at once make each lead’s words once', async () => {
  const tenant = await createTenant(database.db);
  for (let n = 0; n < 20; n += 1) await createBare(tenant, 'Twice');
  const turns = await Promise.all([
    fillSearch(database.sql, firstCompany),
    fillSearch(database.sql, firstCompany),
  ]);

  expect(turns).toContainEqual({ companyId: tenant.companyId, leads: 20 });
  await fillAll();
  expect(await find(database.db, tenant, 'twice')).toHaveLength(20);
});
