import { expect, test } from 'vitest';
import { addLogEntry } from '#db/factories/intake-log.ts';
import { withTestDatabase } from '#db/testing.ts';
import { createTenants } from '#server/testing/tenant.ts';
import { NotFoundError } from '../errors.ts';
import { getKeyActivity } from './get-key-activity.ts';

const base = withTestDatabase();

test('returns outcomes by hour of seven days, and the last requests, of this key only', async () => {
  const { actor, tenant, foreign } = await createTenants(base.db, 'viewer');
  const { key } = tenant;
  const addTo = async (owner: { companyId: string }, id: string) => {
    await base.sql`
      insert into key_usage (company_id, api_key_id, hour, outcome, requests)
      select ${owner.companyId}, ${id}, date_trunc('hour', now()) - make_interval(hours => ago),
        outcome, requests
      from (values (0, 'created', 3), (0, '429', 2), (167, 'replayed', 5), (168, 'created', 7))
        as added (ago, outcome, requests)`;
    for (const ago of [3, 1, 2]) {
      await addLogEntry(base.db, {
        companyId: owner.companyId,
        apiKeyId: id,
        at: new Date(Date.now() - ago * 1_000),
        message: `${ago} s`,
        status: 200,
        outcome: ago === 1 ? 'held' : 'answered',
        ignoredFields: ago === 2 ? ['e,mail', '…'] : [],
      });
    }
    await addLogEntry(base.db, { companyId: owner.companyId, apiKeyId: id, item: 0 });
  };
  await addTo(tenant, key.id);
  await addTo(tenant, tenant.inactiveKey.id);
  await addTo(foreign, foreign.key.id);

  const { lastHour, hours, recent } = await getKeyActivity(base.db, actor, key);
  expect(hours).toEqual([
    { hour: new Date(lastHour.getTime() - 167 * 3_600_000), outcomes: { replayed: 5 } },
    { hour: lastHour, outcomes: { created: 3, 429: 2 } },
  ]);
  expect(
    recent.map(({ message, outcome, ignoredFields }) => [message, outcome, ignoredFields]),
  ).toEqual([
    ['1 s', 'held', []],
    ['2 s', 'answered', ['e,mail', '…']],
    ['3 s', 'answered', []],
  ]);
  expect(await getKeyActivity(base.db, actor, await tenant.newKey())).toEqual({
    lastHour,
    hours: [],
    recent: [],
  });
  await expect(getKeyActivity(base.db, actor, foreign.key)).rejects.toThrow(NotFoundError);
});
