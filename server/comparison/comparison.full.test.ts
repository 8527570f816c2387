import { beforeAll, expect, it } from 'vitest';
import { addSentLeads } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { type Leadgate, startLeadgate } from '../testing/start-leadgate.ts';
import { createTenant, type Tenant } from '../testing/tenant.ts';

const database = withTestDatabase();
const million = 1_000_000;
/** As many ids as a body takes. */
const idsOfCall = 12_000;
const isWithheld = (n: number) => n % 100 < 3;

let tenant: Tenant;
let leadgate: Leadgate;
beforeAll(async () => {
  tenant = await createTenant(database.db);
  const numbers = Array.from({ length: million }, (_, n) => n);
  const stored = numbers.filter((n) => !isWithheld(n));
  for (let from = 0; from < stored.length; from += 20_000) {
    await addSentLeads(database.sql, tenant, stored.slice(from, from + 20_000));
  }
  await database.sql`analyze leads`;
  leadgate = await startLeadgate({ databaseUrl: database.url }).ready;
}, 300_000);

it('finds the withheld 3 % of a million ids through the panel', async () => {
  const panel = await tenant.newPanel();
  let missing = 0;
  const began = performance.now();
  for (let from = 0; from < million; from += idsOfCall) {
    const length = Math.min(idsOfCall, million - from);
    const ids = Array.from({ length }, (_, index) => String(1e15 + from + index));
    const answer = await panel.mutate(leadgate.port, 'comparison.compare', { ids });
    expect(answer.status).toBe(200);
    const places: number[] = Object(answer.json).result.data.missing;
    expect(places.every((place) => isWithheld(from + place))).toBe(true);
    missing += places.length;
  }
  console.info(`A million ids: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  expect(missing).toBe(0.03 * million);
}, 120_000);
