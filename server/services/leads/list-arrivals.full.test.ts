import { afterAll, beforeEach, expect, it } from 'vitest';
import { openPool, type Pool } from '#db/client.ts';
import { arrivalSeconds } from '#db/schema/columns.ts';
import { withTestDatabase } from '#db/testing.ts';
import { storeLeads } from '#server/intake/store-leads.ts';
import { keyActor } from '#server/testing/key-actor.ts';
import { leadRow } from '#server/testing/lead-row.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';
import { listArrivals } from './list-arrivals.ts';

const database = withTestDatabase();
let tenant: Tenant;
let pool: Pool | undefined;
beforeEach(async () => {
  tenant = await createTenant(database.db);
  pool ??= openPool(database.url, { name: 'store', connections: 3, statementTimeout: 20_000 });
});
afterAll(() => pool?.close());

/** In a transaction that began so many seconds before. */
async function store(name: string, seconds: number) {
  if (!pool) throw new Error('The pool is open from beforeEach on');
  const { companyId, stepId } = tenant;
  const pending = { row: leadRow({ companyId, stepId, name }), keys: undefined };
  const { begin } = pool;
  const late: Pick<Pool, 'begin'> = {
    begin: (work, deadline) =>
      begin(async (tx) => {
        await tx`select pg_sleep(${seconds})`;
        return work(tx);
      }, deadline),
  };
  await storeLeads(late, [pending], { shard: 0, until: performance.now() + 20_000 });
}

it('lists each lead once that comes some seconds late, and refuses one that comes later', async () => {
  const actor = keyActor(tenant);
  const ids: string[] = [];
  let after = { createdAt: new Date(0), id: tenant.stepId };
  const poll = async () => {
    const { leads, end } = await listArrivals(database.db, actor, { after, limit: 100 });
    ids.push(...leads.map(({ id }) => id));
    after = end;
    return ids;
  };

  const slow = store('slow', arrivalSeconds - 1);
  const tooSlow = expect(store('too slow', arrivalSeconds + 0.1)).rejects.toMatchObject({
    code: '23502',
    column_name: 'created_at',
  });
  for (const name of ['quick', 'quicker', 'quickest']) await store(name, 0.2);
  await expect.poll(poll).toHaveLength(4);
  await Promise.all([slow, tooSlow]);

  const rows = await database.sql<{ id: string }[]>`
    select id from leads where company_id = ${tenant.companyId} order by created_at, id`;
  expect(await poll()).toEqual(rows.map(({ id }) => id));
});
