import { beforeAll, beforeEach, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import type { FieldRule } from '#db/values/field-mapping.ts';
import { getRuntime } from '../runtime.ts';
import { saveMapping } from '../services/api-keys/save-mapping.ts';
import { editLead } from '../services/leads/edit-lead.ts';
import { eraseLead } from '../services/leads/erase-lead.ts';
import { getAsSent } from '../services/leads/get-as-sent.ts';
import { getLead } from '../services/leads/get-lead.ts';
import { mergeLeads } from '../services/leads/merge-leads.ts';
import { previewMerge } from '../services/leads/preview-merge.ts';
import { unmergeLeads } from '../services/leads/unmerge-leads.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { send } from '../testing/http-client.ts';
import { expectLeadsConsistent } from '../testing/ledger.ts';
import { createTenant, type Member, type Tenant } from '../testing/tenant.ts';
import { withWebServer } from '../testing/web-server.ts';
import { correctRequest } from './correct-request.ts';
import { cancelReplay, undoReplay } from './end-replay.ts';
import { previewReplay } from './preview-replay.ts';
import { listReplayResults, listReplays } from './read-replays.ts';
import { startReplay } from './start-replay.ts';
import { workOnReplays } from './work-on-replays.ts';

const database = withTestDatabase();
const web = withWebServer(() => database.url, { RATE_LIMIT_PER_KEY: '0' });
let tenant: Tenant;
let admin: Member;
let key: Awaited<ReturnType<Tenant['newKey']>>;
beforeAll(async () => {
  tenant = await createTenant(database.db);
  admin = await tenant.newMember('admin');
});
beforeEach(async () => {
  key = await tenant.newKey();
});

type Headers = Record<string, string>;

async function post(body: object, headers: Headers = {}, path = '') {
  const answer = await send(web.port, {
    path: `/api/leads/public/${tenant.stepId}${path}`,
    headers: {
      host: tenant.host,
      'x-api-key': key.secret,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, id: (answer.json as { data?: { id?: string } }).data?.id };
}

const nested = (name: string, more: object = {}) => ({ who: { called: name }, ...more });
const nameRule: FieldRule = { path: ['who', 'called'], field: 'name' };
const mapName = (...more: FieldRule[]) =>
  saveMapping(database.db, admin, {
    id: key.id,
    rules: [nameRule, ...more],
    comesFrom: null,
    version: 0,
  });

interface Entry {
  id: string;
  groupId: string;
  leadId: string | null;
}

/** Of the key, the oldest first. */
async function entries(): Promise<Entry[]> {
  await getRuntime().intakeLog.flush();
  return database.sql<Entry[]>`
    select id, group_id as "groupId", lead_id as "leadId" from intake_log
    where api_key_id = ${key.id} order by id`;
}

/** Until the server reads requests with the mapping of now. */
const untilMapped = () =>
  expect.poll(async () => (await post(nested('Dry'), { 'x-dry-run': 'true' })).status).toBe(200);

const leads = () => database.sql<{ id: string; name: string; phones: string[]; stepId: string }[]>`
  select id, name, phones, step_id as "stepId" from leads where api_key_id = ${key.id} order by name`;
const names = async () => (await leads()).map(({ name }) => name);

async function groupOf(index = 0): Promise<string> {
  const entry = (await entries())[index];
  if (!entry) throw new Error('The log has no such entry');
  return entry.groupId;
}

const dependencies = () => {
  const { panel, intake, bodySeal, log } = getRuntime();
  return { db: panel.db, intake, bodySeal, log };
};

/** Does what is left to do, without the wait for other processes. */
async function work(groupId: string) {
  await database.sql`
    update replays set created_at = created_at - interval '1 minute' where group_id = ${groupId}`;
  await expect
    .poll(
      async () => {
        await workOnReplays(dependencies());
        const open = await database.sql`
          select from replays where group_id = ${groupId} and status in ('running', 'undoing')`;
        return open.length;
      },
      { timeout: 10_000, interval: 20 },
    )
    .toBe(0);
  return (await listReplays(database.db, admin, { groupId }))[0];
}

const start = (groupId: string, stepId: string | null = null) =>
  startReplay(database.db, admin, { groupId, stepId });

async function replay(groupId: string, stepId: string | null = null) {
  const { id } = await start(groupId, stepId);
  return { id, replay: await work(groupId) };
}

it('sends the requests of a group again with the mapping of now, each once', async () => {
  for (const name of ['Ana', 'Bia', 'Caio']) await post(nested(name));
  await post(nested('Caio'));
  const groupId = await groupOf();
  await mapName();
  const preview = await previewReplay(database.db, admin, { groupId }, dependencies());
  expect(preview).toMatchObject({ kind: 'send', requests: 4, left: 0, stepId: tenant.stepId });
  expect(preview.items.map(({ becomes }) => becomes?.status)).toEqual([201, 201, 201, 201]);

  const { id, replay: done } = await replay(groupId);
  expect(done).toMatchObject({ status: 'done', outcomes: { created: 3, repeated: 1 } });
  expect(await names()).toEqual(['Ana', 'Bia', 'Caio']);
  const { items } = await listReplayResults(database.db, admin, { id });
  expect(items.map(({ lead }) => lead?.name)).toEqual(['Ana', 'Bia', 'Caio', 'Caio']);
  await expectLeadsConsistent(database.sql, tenant.companyId);
  await expect(start(groupId)).rejects.toThrow('None of these requests can be sent again');
});

it('says on the lead who sent it again, and shows what was sent', async () => {
  await post(nested('Ana'));
  const groupId = await groupOf();
  await mapName();
  await replay(groupId);

  const [lead] = await leads();
  const id = lead?.id ?? '';
  const { events } = await getLead(database.db, admin, { id });
  expect(events.map(({ type, actorName }) => [type, actorName])).toContainEqual([
    'replayed',
    admin.name,
  ]);
  const [sent] = await getAsSent(database.db, admin, { id }, dependencies());
  expect(sent).toMatchObject({ isRepeat: false, sent: { text: JSON.stringify(nested('Ana')) } });

  await eraseLead(database.db, admin, { id });
  expect(await entries()).toEqual([]);
  expect(await database.sql`select from request_bodies where id = ${id}`).toHaveLength(0);
});

it.each<[string, Headers]>([
  ['without an Idempotency-Key', {}],
  ['with an Idempotency-Key', { 'idempotency-key': 'order-4711' }],
])('makes one lead with a late retry of the sender, %s', async (_, headers) => {
  await post(nested('Ana'), headers);
  const groupId = await groupOf();
  await mapName();
  await replay(groupId);

  const [lead] = await leads();
  await expect.poll(() => post(nested('Ana'), headers)).toEqual({ status: 201, id: lead?.id });
  expect(await names()).toEqual(['Ana']);
});

it('makes one lead with a late retry of a batch', async () => {
  const batch = { leads: [nested('Ana'), nested('Bia')] };
  await post(batch, {}, '/batch');
  const groupId = await groupOf(1);
  await mapName();
  await replay(groupId);
  expect(await names()).toEqual(['Ana', 'Bia']);

  await expect.poll(async () => (await post(batch, {}, '/batch')).status).toBe(200);
  expect(await names()).toEqual(['Ana', 'Bia']);
});

it('makes no second lead of what the sender has sent again before', async () => {
  await post(nested('Ana', { try: 1 }));
  const groupId = await groupOf();
  await mapName();
  await untilMapped();
  await post(nested('Ana', { try: 2 }));

  const { replay: done } = await replay(groupId);
  expect(done?.outcomes).toEqual({ repeated: 1 });
  expect(await names()).toEqual(['Ana']);
});

it('finds the leads that were created when a process died', async () => {
  await post(nested('Ana'));
  const [entry] = await entries();
  const groupId = await groupOf();
  await mapName();
  await replay(groupId);
  // As if the process had not come to say so.
  await database.sql`update replays set status = 'running' where group_id = ${groupId}`;
  await database.sql`
    update replay_requests set outcome = null, lead_id = null where entry_id = ${entry?.id ?? ''}`;
  await database.sql`update intake_log set lead_id = null where id = ${entry?.id ?? ''}`;

  expect(await work(groupId)).toMatchObject({ status: 'done', outcomes: { created: 1 } });
  expect(await names()).toEqual(['Ana']);
  expect((await entries())[0]?.leadId).toBe(entry?.id);
});

it('goes on with other replays when one fails', async () => {
  await post(nested('Ana'));
  await post(nested('Bia', { town: 'Faro' }));
  const [ana, bia] = [await groupOf(0), await groupOf(1)];
  await mapName();
  const { id } = await start(ana);
  await start(bia);
  await database.sql.unsafe(`
    create function fail() returns trigger language plpgsql as 'begin raise exception $x$full$x$; end';
    create trigger fail before update on replay_requests for each row
      when (old.replay_id = '${id}') execute function fail()`);
  await database.sql`update replays set created_at = created_at - interval '1 minute'`;
  expect(await work(bia)).toMatchObject({ status: 'done', outcomes: { created: 1 } });
  expect(await listReplays(database.db, admin, { groupId: ana })).toMatchObject([
    { status: 'running', outcomes: {} },
  ]);
  expect(await workOnReplays(dependencies())).toBe(false);

  await database.sql`drop function fail cascade`;
  expect(await work(ana)).toMatchObject({ status: 'done', outcomes: { created: 1 } });
  expect(await names()).toEqual(['Ana', 'Bia']);
});

it('leaves dry runs out, and what is refused again', async () => {
  await post(nested('Ana'), { 'x-dry-run': 'true' });
  await post({ who: {} });
  const groupId = await groupOf();
  await mapName();
  const preview = await previewReplay(database.db, admin, { groupId }, dependencies());
  expect(preview).toMatchObject({ requests: 1, left: 1 });

  const { id } = await replay(groupId);
  const { items } = await listReplayResults(database.db, admin, { id });
  expect(items).toMatchObject([
    { outcome: 'refused', message: 'name: is required (the body has who)', lead: null },
  ]);
});

it('sends to another step', async () => {
  await post(nested('Ana'));
  const groupId = await groupOf();
  await mapName();
  const other = await tenant.newStep();
  await replay(groupId, other.id);

  expect((await leads())[0]?.stepId).toBe(other.id);
  const foreign = await (await createTenant(database.db)).newStep();
  await expect(start(groupId, foreign.id)).rejects.toThrow('This step takes no leads');
});

it('is cancelled, and goes on where it was', async () => {
  for (const name of ['Ana', 'Bia']) await post(nested(name));
  const groupId = await groupOf();
  await mapName();
  const { id } = await start(groupId);
  await expect(start(groupId)).rejects.toThrow('These requests are being worked on');
  await cancelReplay(database.db, admin, { id });
  expect(await work(groupId)).toMatchObject({ status: 'cancelled', outcomes: {} });
  await expect(cancelReplay(database.db, admin, { id })).rejects.toThrow('It has ended already');

  await replay(groupId);
  expect(await names()).toEqual(['Ana', 'Bia']);
});

it('is undone, but for leads that members have worked on since', async () => {
  for (const name of ['Ana', 'Bia']) await post(nested(name));
  const groupId = await groupOf();
  await mapName();
  const { id } = await replay(groupId);
  const [ana] = await leads();
  const edit = { name: { from: 'Ana', to: 'Ana Souza' } };
  await editLead(database.db, admin, { id: ana?.id ?? '', ...edit });

  await undoReplay(database.db, admin, { id });
  expect(await work(groupId)).toMatchObject({
    status: 'undone',
    outcomes: { undone: 1, unchanged: 1 },
  });
  expect(await names()).toEqual(['Ana Souza']);
  await expectLeadsConsistent(database.sql, tenant.companyId);
  await expect(undoReplay(database.db, admin, { id })).rejects.toThrow('It can be undone for');

  await replay(groupId);
  expect(await names()).toEqual(['Ana Souza', 'Bia']);
});

it('leaves a lead that was merged into another one since', async () => {
  for (const name of ['Ana', 'Bia']) await post(nested(name));
  const groupId = await groupOf();
  await mapName();
  const { id } = await replay(groupId);
  const [keptId = '', mergedId = ''] = (await leads()).map((lead) => lead.id);
  const { version } = await previewMerge(database.db, admin, { id: keptId, otherId: mergedId });
  await mergeLeads(database.db, admin, { keptId, mergedId, version });

  await undoReplay(database.db, admin, { id });
  expect(await work(groupId)).toMatchObject({ status: 'undone', outcomes: { unchanged: 2 } });
  await unmergeLeads(database.db, admin, { keptId, mergedId });
  expect(await names()).toEqual(['Ana', 'Bia']);
  await expectLeadsConsistent(database.sql, tenant.companyId);
});

it('cannot be undone after ten minutes', async () => {
  await post(nested('Ana'));
  const groupId = await groupOf();
  await mapName();
  const { id } = await replay(groupId);
  await database.sql`update replays set ended_at = ended_at - interval '11 minutes' where id = ${id}`;

  await expect(undoReplay(database.db, admin, { id })).rejects.toThrow('10 minutes');
});

it('fills in what stored leads lack, and empties it again', async () => {
  await post({ name: 'Ana', mobile_no: '+55 11 98765-4321', town: 'Faro' });
  await post({ name: 'Bia', mobile_no: '+55 11 98765-4322' });
  const groupId = await groupOf();
  const [, bia] = await leads();
  const edit = { phones: { from: [], to: ['+55 11 91111-2222'] } };
  await editLead(database.db, admin, { id: bia?.id ?? '', ...edit });
  await saveMapping(database.db, admin, {
    id: key.id,
    rules: [
      { path: ['mobile_no'], field: 'phones' },
      { path: ['town'], field: 'customFields', name: 'Town' },
    ],
    comesFrom: null,
    version: 0,
  });
  const preview = await previewReplay(database.db, admin, { groupId }, dependencies());
  expect(preview.items.map(({ fills }) => fills?.filled)).toEqual([['phones', 'customFields'], []]);

  const { id, replay: done } = await replay(groupId);
  expect(done?.outcomes).toEqual({ filled: 1, unchanged: 1 });
  const phones = async () => (await leads()).map((lead) => lead.phones);
  expect(await phones()).toEqual([['5511987654321'], ['5511911112222']]);
  const [contact] = await database.sql`
    select c.phones from leads l
    join contacts c on c.company_id = l.company_id and c.id = l.contact_id
    where l.name = 'Ana' and l.api_key_id = ${key.id}`;
  expect(contact?.phones).toEqual(['5511987654321']);

  await undoReplay(database.db, admin, { id });
  await work(groupId);
  expect(await phones()).toEqual([[], ['5511911112222']]);
});

it('sends one request corrected, and refuses it when it is still wrong', async () => {
  await post(nested('Ana'));
  const [entry] = await entries();
  const id = entry?.id ?? '';
  const correct = (body: string) =>
    correctRequest(dependencies(), admin, { id, body, stepId: null });
  await expect(correct('{"who":1}')).rejects.toThrow('name: is required');

  const { leadId } = await correct('{"name":"Ana Souza"}');
  expect(await leads()).toMatchObject([{ id: leadId, name: 'Ana Souza' }]);
  const [sent] = await getAsSent(database.db, admin, { id: leadId }, dependencies());
  expect(sent?.sent?.text).toBe(JSON.stringify(nested('Ana')));
  await expect(correct('{"name":"Ana"}')).rejects.toThrow('was sent again already');

  await mapName();
  await expect.poll(() => post(nested('Ana'))).toEqual({ status: 201, id: leadId });
  expect(await leads()).toHaveLength(1);
});

it('check 45: is recorded with the key that the requests came with', async () => {
  for (const name of ['Ana', 'Bia']) await post(nested(name));
  const [first] = await entries();
  const groupId = await groupOf();
  const corrected = { id: first?.id ?? '', body: '{"name":"Ana"}', stepId: null };
  await correctRequest(dependencies(), admin, corrected);
  await mapName();
  const { id } = await start(groupId);
  await cancelReplay(database.db, admin, { id });
  await undoReplay(database.db, admin, { id });

  const recorded = (await readAuditLog(database, tenant.companyId)).filter(
    (entry) => entry.subject_id === key.id && entry.action !== 'apiKeys.saveMapping',
  );
  expect(
    recorded.map(({ action, actor_id, subject_name }) => [action, actor_id, subject_name]),
  ).toEqual(
    ['replays.correct', 'replays.start', 'replays.cancel', 'replays.undo'].map((action) => [
      action,
      admin.userId,
      key.name,
    ]),
  );
});
