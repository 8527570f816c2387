import { NIL } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { startReplay } from '../replay/start-replay.ts';
import { workOnReplays } from '../replay/work-on-replays.ts';
import { getRuntime } from '../runtime.ts';
import { saveMapping } from '../services/api-keys/save-mapping.ts';
import { createInboundAddress } from '../services/inbound-addresses/create-inbound-address.ts';
import { getLogEntry } from '../services/intake-log/get-log-entry.ts';
import { checkKeys } from '../services/key-alarms/check-keys.ts';
import { listNotifications } from '../services/notifications/list-notifications.ts';
import { send } from '../testing/http-client.ts';
import { keyPepper } from '../testing/secrets.ts';
import { createTenant, type Member, type Tenant } from '../testing/tenant.ts';
import { withWebServer } from '../testing/web-server.ts';
import { listSentPaths } from './diagnose/list-sent-paths.ts';

const database = withTestDatabase();
const web = withWebServer(() => database.url);
let tenant: Tenant;
let admin: Member;
beforeAll(async () => {
  tenant = await createTenant(database.db);
  admin = await tenant.newMember('admin');
});

async function connect() {
  const key = await tenant.newKey({ rateLimit: 0, lastUsedAt: new Date() });
  const { address } = await createInboundAddress(
    database.db,
    tenant.system,
    {
      ...{ name: 'Form', stepId: tenant.stepId, apiKeyId: key.id, preset: 'other' },
      ...{ networks: [], proof: null },
    },
    { keyPepper, bodySeal: getRuntime().bodySeal },
  );
  return { apiKeyId: key.id, secret: key.secret, address };
}

const submit = (address: string, body: object) =>
  send(web.port, {
    path: `/api/in/${address}`,
    headers: { host: tenant.host, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The status of a dry run, which is successful once the mapping is known to the server. */
async function dryRun(secret: string, body: object) {
  const { status } = await send(web.port, {
    path: `/leads/public/${tenant.stepId}`,
    headers: {
      ...{ host: tenant.host, 'content-type': 'application/json' },
      ...{ 'x-api-key': secret, 'x-dry-run': 'true' },
    },
    body: JSON.stringify(body),
  });
  return status;
}

const alarmsOf = async (keyId: string, member = admin) => {
  const { alarms } = await listNotifications(database.db, member);
  return alarms.filter(({ kind, apiKeyId }) => kind === 'held' && apiKeyId === keyId);
};
const readAll = () => database.sql`
  update memberships set notified_until = clock_timestamp() where user_id = ${admin.userId}`;

async function checkAll(): Promise<void> {
  for (let after: string | undefined = NIL; after; ) after = await checkKeys(database.db, after);
}

/** Sends held submissions again, without the wait for other processes. */
async function sendAgain(groupId: string) {
  await startReplay(database.db, admin, { groupId, stepId: null });
  await database.sql`update replays set created_at = created_at - interval '1 minute'`;
  const { panel, intake, bodySeal, log } = getRuntime();
  await expect
    .poll(async () => {
      await workOnReplays({ db: panel.db, intake, bodySeal, log });
      return database.sql`select from replays where status = 'running'`;
    })
    .toHaveLength(0);
}

const namesOf = async (apiKeyId: string) => {
  const rows = await database.sql`
    select name from leads where company_id = ${tenant.companyId} and api_key_id = ${apiKeyId}
    order by name`;
  return rows.map(({ name }) => name);
};

it('is announced, mapped as proposed, and a lead from then on', async () => {
  const { address, apiKeyId, secret } = await connect();
  await submit(address, {
    lead: { cliente: 'Ana Lima', contato: '11 98765-4321', plano: 'Pro' },
    loja: 'Centro',
  });
  await submit(address, { lead: { cliente: 'Bia Souza', contato: '', plano: 'Pro' } });
  const [alarm] = await alarmsOf(apiKeyId);
  expect(alarm).toMatchObject({ isUnread: true, text: expect.stringContaining('held') });

  const dependencies = { bodySeal: getRuntime().bodySeal };
  const query = { id: apiKeyId, entryId: alarm?.entryId ?? '' };
  const { proposed, paths } = await listSentPaths(database.db, admin, query, dependencies);
  expect(proposed).toEqual([
    { path: ['lead', 'cliente'], field: 'name' },
    { path: ['lead', 'contato'], field: 'phones' },
    { path: ['lead', 'plano'], field: 'customFields', name: 'plano' },
  ]);
  expect(paths).toContainEqual(expect.objectContaining({ path: ['loja'], known: 'customFields' }));
  const rules = proposed;
  await saveMapping(database.db, admin, { id: apiKeyId, version: 0, rules, comesFrom: null });
  const entry = await getLogEntry(database.db, admin, { id: query.entryId }, dependencies);
  await sendAgain(entry.groupId);
  expect(await namesOf(apiKeyId)).toEqual(['Ana Lima', 'Bia Souza']);
  await checkAll();
  expect(await alarmsOf(apiKeyId)).toEqual([]);

  const next = { lead: { cliente: 'Caio Reis', contato: '', plano: 'Pro' } };
  await expect.poll(() => dryRun(secret, next)).toBe(200);
  await submit(address, next);
  expect(await namesOf(apiKeyId)).toContain('Caio Reis');
  expect(await alarmsOf(apiKeyId)).toEqual([]);
});

it('is announced again when its mapping no longer fits, and not while it waits', async () => {
  const { address, apiKeyId } = await connect();
  await submit(address, { lead: { cliente: 'Ana Lima' } });
  await readAll();
  await submit(address, { lead: { cliente: 'Bia Souza' } });
  expect(await alarmsOf(apiKeyId)).toMatchObject([{ isUnread: false }]);
  await checkAll();
  expect(await alarmsOf(apiKeyId)).toMatchObject([{ isUnread: false }]);
  expect(await alarmsOf(apiKeyId, await tenant.newMember('agent'))).toEqual([]);

  await database.sql`
    update key_alarms set closed_at = now() where api_key_id = ${apiKeyId}`;
  await submit(address, { lead: { pessoa: 'Caio Reis' } });
  expect(await alarmsOf(apiKeyId)).toMatchObject([{ isUnread: true }]);
});
