import { beforeEach, describe, expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { newId } from '#db/id.ts';
import { withTestDatabase } from '#db/testing.ts';
import type { LeadVisibility } from '#db/values/access.ts';
import { createTenants, type FullTenant, type Member } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { addNote } from '../leads/add-note.ts';
import { chooseNewLeads } from './choose-new-leads.ts';
import { listNotifications } from './list-notifications.ts';
import { markNotificationsRead } from './mark-notifications-read.ts';
import { readNotificationsOfLead } from './read-notifications-of-lead.ts';

const base = withTestDatabase();
const minute = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minute);

let tenant: FullTenant;
let foreign: FullTenant;
let agent: Member;
let other: Member;

beforeEach(async () => {
  ({ tenant, foreign } = await createTenants(base.db, 'admin'));
  agent = await tenant.newMember('agent');
  other = await tenant.newMember('agent');
  await base.sql`delete from leads where origin <> 'test'`;
  await base.sql`
    update memberships set notified_until = ${ago(30).toISOString()}, new_leads = 'all'`;
});

/** What the id of a lead of that time begins with. */
const idOf = (time: Date) => {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
};

type Columns = Partial<Parameters<typeof createLead>[1]>;
const create = (name: string, columns: Columns = {}) =>
  createLead(base.db, { companyId: tenant.companyId, stepId: tenant.stepId, name, ...columns });

/** An old lead that a member gave to the agent. */
async function assign(name: string, by: UserActor, minutes: number, columns: Columns = {}) {
  const { id } = await create(name, {
    ownerId: agent.userId,
    assignedAt: ago(minutes),
    id: `01900000-0000-7000-8000-${newId().slice(24)}`,
    ...columns,
  });
  await base.sql`
    insert into lead_events (company_id, id, lead_id, type, actor_kind, actor_id, actor_name)
    values (${tenant.companyId}, ${newId()}, ${id}, 'owner', 'user', ${by.userId}, ${by.name})`;
}

async function read(sees: LeadVisibility = 'all') {
  const { items, unread } = await listNotifications(base.db, { ...agent, sees });

  return { items: items.map(({ kind, name }) => `${kind} ${name}`), unread };
}

describe('new leads', () => {
  test('are those since all was marked as read, without tests, deleted and own ones', async () => {
    await create('Ada');
    await create('Old', { id: '01900000-0000-7000-8000-000000000000' });
    await create('Test', { origin: 'test' });
    await create('Deleted', { deletedAt: new Date() });
    await create('Own', { ownerId: agent.userId });
    await createLead(base.db, { companyId: foreign.companyId, stepId: foreign.stepId });

    expect(await read()).toEqual({ items: ['new Ada'], unread: 1 });
  });

  test('are those that the agent may see', async () => {
    await create('Free');
    await create('Taken', { ownerId: other.userId });

    expect((await read('all')).unread).toBe(2);
    expect((await read('ownAndUnassigned')).items).toEqual(['new Free']);
    expect((await read('own')).items).toEqual([]);
  });

  test.each([
    ['mine', []],
    ['unassigned', ['new Free']],
    ['all', ['new Free', 'new Taken']],
  ] as const)('are those that the agent has chosen: %s', async (newLeads, expected) => {
    await create('Taken', { ownerId: other.userId });
    await create('Free');
    await chooseNewLeads(base.db, agent, { newLeads });

    expect((await read()).items.sort()).toEqual(expected);
    expect(await listNotifications(base.db, agent)).toMatchObject({
      newLeads,
      choices: ['mine', 'unassigned', 'all'],
    });
  });

  test('are no more than the company still lets the agent see', async () => {
    const listed = (sees: LeadVisibility) => listNotifications(base.db, { ...agent, sees });

    expect(await listed('ownAndUnassigned')).toMatchObject({
      newLeads: 'unassigned',
      choices: ['mine', 'unassigned'],
    });
    expect(await listed('own')).toMatchObject({ newLeads: 'mine', choices: ['mine'] });
  });

  test('are told to a new member only when they concern the member', async () => {
    const newcomer = await tenant.newMember('agent');
    expect((await listNotifications(base.db, newcomer)).newLeads).toBe('mine');
  });

  test('are counted up to 100, and 20 are listed', async () => {
    for (let n = 0; n < 101; n += 1) await create(`Lead ${n}`);

    const { items, unread } = await read();
    expect(unread).toBe(100);
    expect(items).toHaveLength(20);
  });
});

describe('assigned leads', () => {
  test('are those that others gave to the agent since, whatever the agent sees', async () => {
    await assign('Given', other, 5);
    await assign('Taken', agent, 5);
    await assign('Before', other, 60);
    await assign('Deleted', other, 5, { deletedAt: new Date() });

    for (const sees of ['all', 'own'] as const) {
      expect(await read(sees)).toEqual({ items: ['assigned Given'], unread: 1 });
    }
    const { items } = await listNotifications(base.db, agent);
    expect(items).toMatchObject([{ by: other.name }]);
  });
});

describe('follow-ups', () => {
  const due = (name: string, minutes: number, ownerId = agent.userId) =>
    create(name, { ownerId, followUpAt: ago(minutes) });

  test('are listed while they are due, and unread when they became so since', async () => {
    await due('Now', 5);
    await due('Yesterday', 24 * 60);
    await due('Later', -5);
    await due('Of another', 5, other.userId);

    expect(await read('own')).toEqual({ items: ['due Now', 'due Yesterday'], unread: 1 });
  });
});

describe('due follow-ups', () => {
  const due = (n: number) =>
    create(`Due ${n}`, { ownerId: agent.userId, followUpAt: ago(24 * 60 + n) });

  test('come first, however many leads are newer', async () => {
    await due(1);
    await due(2);
    for (let n = 0; n < 25; n += 1) await create(`Lead ${n}`);
    await assign('Given', other, 5);

    const { items } = await read();
    expect(items.slice(0, 2)).toEqual(['due Due 1', 'due Due 2']);
    expect(items).toHaveLength(22);
  });

  test('are all listed, and none keeps what is new out of the list', async () => {
    for (let n = 10; n < 35; n += 1) await due(n);
    await create('Ada');

    const { items } = await read();
    expect(items).toHaveLength(26);
    expect(items.slice(0, 25).every((item) => item.startsWith('due '))).toBe(true);
    expect(items.at(-1)).toBe('new Ada');
  });
});

describe('marking as read', () => {
  const mark = (until: Date) =>
    markNotificationsRead(base.db, agent, { until: until.toISOString() });

  test('hides what was shown, and nothing that came later', async () => {
    await assign('Shown', other, 10);
    await mark(ago(7));
    await assign('Later', other, 5);

    expect(await read()).toEqual({ items: ['assigned Later'], unread: 1 });
  });

  test('keeps what is so new that an older one may still be committed', async () => {
    await create('Shown');
    const { readAt } = await listNotifications(base.db, agent);
    await mark(readAt);
    await create('Late', { id: `${idOf(ago(2 / 60))}-7000-8000-${newId().slice(24)}` });

    expect((await read()).items).toEqual(expect.arrayContaining(['new Shown', 'new Late']));
    await mark(ago(0));
    expect((await read()).unread).toBe(0);
  });

  test('goes neither back nor into the future, and is of the member alone', async () => {
    await assign('Given', other, 5);
    await mark(ago(-60));
    expect((await read()).unread).toBe(1);

    await mark(ago(1));
    await mark(ago(20));
    expect((await read()).unread).toBe(0);
    await create('New', { createdAt: ago(2), ownerId: agent.userId, followUpAt: ago(2) });
    expect((await listNotifications(base.db, other)).unread).toBe(1);
  });
});

describe('reading of one lead', () => {
  const idNamed = async (name: string) => {
    const [row] = await base.sql<{ id: string }[]>`select id from leads where name = ${name}`;
    return row?.id ?? '';
  };
  const readLead = async (name: string, by: UserActor = agent) =>
    readNotificationsOfLead(base.db, by, { id: await idNamed(name) });

  test('marks its rows, and those of no other lead or member', async () => {
    await create('Ada', { createdAt: ago(3) });
    await create('Grace', { createdAt: ago(3) });
    await readLead('Ada');
    await readLead('Grace', other);

    expect(await read()).toEqual({ items: ['new Grace'], unread: 1 });
    expect((await listNotifications(base.db, other)).items.map(({ name }) => name)).toEqual([
      'Ada',
    ]);
  });

  test('leaves a due follow-up in the list, as read', async () => {
    await create('Due', { ownerId: agent.userId, followUpAt: ago(5) });
    await readLead('Due');

    expect(await read()).toEqual({ items: ['due Due'], unread: 0 });
  });

  test('does not keep back what happens to the lead afterwards', async () => {
    await assign('Given', other, 5);
    await readLead('Given');
    expect((await read()).items).toEqual([]);
    await base.sql`update leads set assigned_at = now() + interval '1 s' where name = 'Given'`;

    expect((await read()).items).toEqual(['assigned Given']);
  });

  test('is done by working on the lead', async () => {
    await create('Ada', { createdAt: ago(3) });
    await assign('Given', other, 5);
    await create('Due', { ownerId: agent.userId, followUpAt: ago(5) });
    for (const name of ['Ada', 'Given', 'Due']) {
      await addNote(base.db, agent, { id: await idNamed(name), text: 'Called' });
    }

    expect(await read()).toEqual({ items: ['due Due'], unread: 0 });
  });

  test('is forgotten once all is marked as read, and refused for leads out of sight', async () => {
    await create('Ada', { createdAt: ago(3) });
    await create('Taken', { ownerId: other.userId });
    await readLead('Ada');
    await base.sql`update notification_reads set read_at = now() - interval '2 minutes'`;
    await markNotificationsRead(base.db, agent, { until: ago(1).toISOString() });

    expect(await base.sql`select from notification_reads`).toHaveLength(0);
    await expect(readLead('Taken', { ...agent, sees: 'own' })).rejects.toThrow('Lead not found');
  });
});
