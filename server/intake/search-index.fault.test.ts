import { afterEach, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { searchLeads } from '#server/services/leads/search-leads.ts';
import { Load } from '#server/testing/load.ts';
import { times } from '#server/testing/report.ts';
import { cleanUp, startLeadgate } from '#server/testing/start-leadgate.ts';
import { createTenant } from '#server/testing/tenant.ts';

const database = withTestDatabase();
afterEach(cleanUp, 60_000);

const oldLeads = 40_000;

it('processes that are killed while they make the words of old leads lose none, new leads included', {
  timeout: 300_000,
}, async () => {
  const { sql, url, db } = database;
  const tenant = await createTenant(db);
  const { companyId, stepId, system } = tenant;
  const contactId = tenant.key.id;
  await sql`insert into contacts (company_id, id, name, phones)
    values (${companyId}, ${contactId}, 'Old', '{}')`;
  await sql`
    insert into leads (company_id, id, step_id, contact_id, name, phones, segment, status, priority,
      temperature, source, medium, channel, origin, created_at)
    select ${companyId}, gen_random_uuid(), ${stepId}, ${contactId}, 'Old ' || n, '{}', '', 'new',
      'medium', 'warm', 'api', 'none', 'other', 'import', now() - n * interval '1 minute'
    from generate_series(1, ${oldLeads}::int) n`;
  const left = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from leads where search_words is null`;
    return row?.count ?? 0;
  };

  const load = new Load(tenant);
  const kills = times(20, 3);
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await startLeadgate({ databaseUrl: url }).ready;
    const loop = load.closedLoop(server.port, 4);
    const before = await left();
    if (before > 0) await expect.poll(left, { timeout: 20_000, interval: 5 }).toBeLessThan(before);
    await server.kill();
    await loop.stop();
  }
  const server = await startLeadgate({ databaseUrl: url }).ready;
  await expect.poll(left, { timeout: 120_000 }).toBe(0);

  const { items } = await searchLeads(db, system, { text: `old ${oldLeads}` });
  expect(items.map(({ name }) => name)).toEqual([`Old ${oldLeads}`]);
  const acknowledged = load.ledger.filter(({ answer }) => answer?.status === 201);
  for (const { name } of acknowledged.slice(-200)) {
    const found = await searchLeads(db, system, { text: name });
    expect(found.items.map((item) => item.name)).toContain(name);
  }
  load.close();
  await server.stop();
});
