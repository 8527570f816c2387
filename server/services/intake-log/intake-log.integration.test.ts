import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { addLogEntry } from '#db/factories/intake-log.ts';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { bodySeal } from '#server/testing/secrets.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { getAsSent } from '../leads/get-as-sent.ts';
import { findLogEntries } from './find-log-entries.ts';
import { getLogEntry } from './get-log-entry.ts';
import { listKeylessRequests } from './list-keyless-requests.ts';
import { listLogEntries } from './list-log-entries.ts';
import { listLogGroups } from './list-log-groups.ts';
import { BodySeal } from './sealed-body.ts';

const base = withTestDatabase();
const dependencies = { bodySeal };
const day = 86_400_000;
const began = Date.now() - 60_000;

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'viewer'));
});

type Given = Partial<Parameters<typeof addLogEntry>[1]>;

/** A request of the company, so many seconds after the first. */
const add = (second: number, given: Given = {}) =>
  addLogEntry(base.db, {
    companyId: tenant.companyId,
    apiKeyId: tenant.key.id,
    stepId: tenant.stepId,
    at: new Date(began + second * 1_000),
    cause: 'name: is required',
    ...given,
  });

async function storeBody(
  { companyId, id, leadId }: { companyId: string; id: string; leadId?: string | null },
  text: string | Buffer,
) {
  const sealed = bodySeal.seal(Buffer.from(text), { companyId, id });
  await base.sql`
    insert into request_bodies (company_id, subject_id, id, sealed)
    values (${companyId}, ${leadId ?? id}, ${id}, ${sealed})`;
}

const list = async (query: Parameters<typeof listLogEntries>[2] = {}, by = actor) => {
  const { items, nextCursor } = await listLogEntries(base.db, by, query);
  return { items, nextCursor, seconds: items.map(({ at }) => (at.getTime() - began) / 1_000) };
};
const agent = (sees: UserActor['sees']): UserActor => ({ ...actor, role: 'agent', sees });

describe('the list', () => {
  test('has the requests of the company, the newest first, page by page', async () => {
    for (const second of [1, 3, 2, 4, 0]) await add(second);
    await addLogEntry(base.db, { companyId: foreign.companyId, apiKeyId: foreign.key.id });

    const first = await list({ limit: 2 });
    expect(first.seconds).toEqual([4, 3]);
    const second = await list({ limit: 2, cursor: first.nextCursor });
    expect(second.seconds).toEqual([2, 1]);
    const last = await list({ limit: 2, cursor: second.nextCursor });
    expect([last.seconds, last.nextCursor]).toEqual([[0], null]);
    expect(first.items[0]).toMatchObject({
      status: 400,
      outcome: 'refused',
      message: 'name: is required',
      apiKey: { id: tenant.key.id, name: tenant.key.name, isDeleted: false },
      step: { id: tenant.stepId, name: tenant.step.name, funnelName: tenant.funnel.name },
      lead: null,
    });
  });

  test('can be narrowed by result, key, step, status, cause and day, also together', async () => {
    const other = await tenant.newKey();
    const unknown = randomUUID();
    await add(0);
    await add(1, { status: 429, cause: 'Too many requests' });
    await add(2, { apiKeyId: other.id });
    await add(3, { stepId: unknown });
    await add(4, { status: 201, outcome: 'created', cause: '' });
    await add(5, { status: 503, cause: 'Service temporarily unavailable' });
    await add(6, { at: new Date(began - 3 * day) });

    const expectSeconds = async (query: Parameters<typeof list>[0], seconds: number[]) =>
      expect([query, (await list(query)).seconds]).toEqual([query, seconds]);
    await expectSeconds({ result: 'accepted' }, [4]);
    await expectSeconds({ result: 'refused', status: 4 }, [3, 2, 1, 0, (-3 * day) / 1_000]);
    await expectSeconds({ status: 429 }, [1]);
    await expectSeconds({ status: 5 }, [5]);
    await expectSeconds({ keyIds: [other.id] }, [2]);
    await expectSeconds({ stepIds: [unknown] }, [3]);
    await expectSeconds({ keyIds: [tenant.key.id], status: 400, stepIds: [unknown] }, [3]);
    await expectSeconds({ keyIds: [foreign.key.id] }, []);
    const today = new Date(began).toISOString().slice(0, 10);
    const threeDaysAgo = new Date(began - 3 * day).toISOString().slice(0, 10);
    await expectSeconds({ result: 'refused', from: today }, [5, 3, 2, 1, 0]);
    await expectSeconds({ until: threeDaysAgo }, [(-3 * day) / 1_000]);
    const [group] = (await listLogGroups(base.db, actor, { status: 429 })).items;
    await expectSeconds({ groupId: group?.groupId }, [1]);
  });

  test('reads many groups in the order of time', async () => {
    const causes = Array.from({ length: 210 }, (_, n) => `cause ${n}`);
    for (const [n, cause] of causes.entries()) await add(n, { cause });
    await add(300, { status: 201, outcome: 'created', cause: '' });

    expect((await list({ result: 'refused', limit: 3 })).seconds).toEqual([209, 208, 207]);
  });
});

test('groups count by key, step, status and cause over days, those that came last first', async () => {
  await add(0);
  await base.sql`
    update intake_groups set requests = 214, dropped_bodies = 3 where company_id = ${tenant.companyId}`;
  await add(0, { at: new Date(began - day) });
  await add(9, { status: 429, cause: 'Too many requests' });
  await add(5, { status: 201, outcome: 'created', cause: '' });

  const { items, hasMore } = await listLogGroups(base.db, actor, { result: 'refused' });
  expect(hasMore).toBe(false);
  expect(items).toMatchObject([
    { cause: 'Too many requests', requests: 1, status: 429 },
    {
      cause: 'name: is required',
      requests: 215,
      droppedBodies: 3,
      firstAt: new Date(began - day),
      lastAt: new Date(began),
      apiKey: { name: tenant.key.name },
      step: { name: tenant.step.name, funnelName: tenant.funnel.name },
    },
  ]);
  const today = new Date(began).toISOString().slice(0, 10);
  const since = await listLogGroups(base.db, actor, {
    result: 'refused',
    from: today,
    status: 400,
  });
  expect(since.items).toMatchObject([{ requests: 214 }]);
  expect(
    (await listLogGroups(base.db, { ...actor, companyId: foreign.companyId }, {})).items,
  ).toEqual([]);
});

describe('what was sent', () => {
  test('comes back byte for byte, as text or base64', async () => {
    const texts = ['\ufeff{"name":\u0000"Ana"}\r\n', Buffer.from([0xff, 0x00, 0x80]), ''];
    for (const text of texts) {
      const entry = await add(0, { body: 'stored' });
      await storeBody(entry, text);
      const { sent } = await getLogEntry(base.db, actor, entry, dependencies);
      expect(Buffer.from(sent?.text ?? '-', sent?.encoding)).toEqual(Buffer.from(text));
      expect(sent?.bytes).toBe(Buffer.from(text).length);
    }
  });

  test('is masked for an agent who may not see the lead, and of refused requests for one who does not see all', async () => {
    const own = await createLead(base.db, {
      companyId: tenant.companyId,
      stepId: tenant.stepId,
      ownerId: actor.userId,
    });
    const accepted = { status: 201, outcome: 'created', body: 'stored', cause: '' } as const;
    const entries = [
      await add(0, { ...accepted, leadId: own.id }),
      await add(1, { ...accepted, leadId: tenant.lead.id }),
      await add(2, { body: 'stored' }),
    ];
    for (const entry of entries) await storeBody(entry, 'sent');
    const seen = (by: UserActor) =>
      Promise.all(
        entries.map(async ({ id }) => {
          const { sent, lead, isMasked } = await getLogEntry(base.db, by, { id }, dependencies);
          expect(isMasked).toBe(sent === null);
          return [lead?.id, sent?.text];
        }),
      );

    const all = [
      [own.id, 'sent'],
      [tenant.lead.id, 'sent'],
      [undefined, 'sent'],
    ];
    const none = [undefined, undefined];
    expect(await seen(actor)).toEqual(all);
    expect(await seen(agent('all'))).toEqual(all);
    expect(await seen(agent('ownAndUnassigned'))).toEqual([...all.slice(0, 2), none]);
    expect(await seen(agent('own'))).toEqual([all[0], none, none]);
    const { items } = await list({}, agent('own'));
    expect(items.map(({ lead }) => lead?.id)).toEqual([undefined, undefined, own.id]);
  });

  test('is shown with its lead, repeats included, to members who may read it', async () => {
    const { lead, companyId } = tenant;
    await storeBody({ companyId, id: lead.id }, '{"name":"Ana"}');
    const repeat = await add(5, { leadId: lead.id });
    await storeBody({ companyId, id: repeat.id, leadId: lead.id }, '{ "name": "Ana" }');

    const asSent = await getAsSent(base.db, actor, lead, dependencies);
    expect(new Set(asSent.map(({ isRepeat, sent }) => [isRepeat, sent?.text].join()))).toEqual(
      new Set(['false,{"name":"Ana"}', 'true,{ "name": "Ana" }']),
    );
    expect(asSent.find(({ isRepeat }) => isRepeat)?.at).toEqual(repeat.at);
    expect(await getAsSent(base.db, actor, tenant.test, dependencies)).toEqual([]);
    const read = (by: UserActor, { id }: { id: string }) =>
      getAsSent(base.db, by, { id }, dependencies);
    await expect(read(agent('own'), lead)).rejects.toThrow('Lead not found');
    await expect(read(actor, foreign.lead)).rejects.toThrow('Lead not found');
  });

  test('is null when the secret that sealed it is gone', async () => {
    const entry = await add(0, { body: 'stored' });
    await storeBody(entry, 'x');
    const other = { bodySeal: new BodySeal(['another secret']) };
    expect((await getLogEntry(base.db, actor, entry, other)).sent).toBeNull();
  });
});

test('an entry of another company is not there, and a request is found by its id', async () => {
  const entry = await add(0, { requestId: 'from the error' });
  const item = await add(1, { requestId: 'from the error', item: 3 });
  const stranger = { ...actor, companyId: foreign.companyId };
  const find = (by: UserActor) => findLogEntries(base.db, by, { requestId: 'from the error' });

  expect((await find(actor)).map(({ id }) => id)).toEqual([item.id, entry.id]);
  expect(await find(stranger)).toEqual([]);
  await expect(getLogEntry(base.db, stranger, entry, dependencies)).rejects.toThrow(
    'This request is not in the log',
  );
});

test('requests without a valid key are counted by step and reason', async () => {
  const { companyId, stepId, otherStep } = tenant;
  await base.sql`
    insert into keyless_requests (company_id, step_id, day, reason, requests) values
      (${companyId}, ${stepId}, '2027-01-31', 'unknown', 40),
      (${companyId}, ${stepId}, '2027-02-02', 'unknown', 1),
      (${companyId}, ${stepId}, '2027-02-02', 'missing', 2),
      (${companyId}, ${otherStep.id}, '2027-02-01', 'blocked', 9),
      (${foreign.companyId}, ${foreign.stepId}, '2027-02-01', 'missing', 5)`;

  const step = { id: stepId, name: tenant.step.name, funnelName: tenant.funnel.name };
  expect(await listKeylessRequests(base.db, actor, {})).toEqual([
    { step, reason: 'unknown', requests: 41, firstDay: '2027-01-31', lastDay: '2027-02-02' },
    expect.objectContaining({ reason: 'blocked', requests: 9 }),
    { step, reason: 'missing', requests: 2, firstDay: '2027-02-02', lastDay: '2027-02-02' },
  ]);
  const days = { from: '2027-02-01', until: '2027-02-01' };
  expect(await listKeylessRequests(base.db, actor, days)).toMatchObject([{ reason: 'blocked' }]);
});
