import { beforeEach, describe, expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import type { LeadStatus } from '#db/values/leads.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import { untilUnchanged } from '#server/testing/until-unchanged.ts';
import type { UserActor } from '../actor.ts';
import { InvalidError, NotFoundError } from '../errors.ts';
import { getLead } from './get-lead.ts';
import { listDuplicates } from './list-duplicates.ts';
import { listLeads } from './list-leads.ts';
import { updateLead } from './update-lead.ts';

const base = withTestDatabase();

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'agent'));
});

const put = (overrides: Partial<Parameters<typeof createLead>[1]> = {}) =>
  createLead(base.db, { companyId: tenant.companyId, stepId: tenant.otherStep.id, ...overrides });
const list = (query: Partial<Parameters<typeof listLeads>[2]> = {}) =>
  listLeads(base.db, actor, { stepId: tenant.otherStep.id, ...query });
const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id);

test('a deleted lead is read by those who may restore it, and changed by none', async () => {
  const { id } = await put({ deletedAt: new Date() });

  expect(await getLead(base.db, actor, { id })).toMatchObject({ id });
  await expect(getLead(base.db, { ...actor, role: 'viewer' }, { id })).rejects.toThrow(
    NotFoundError,
  );
  await expect(
    updateLead(base.db, actor, { id, status: { from: 'new', to: 'lost' } }),
  ).rejects.toThrow(NotFoundError);
});

describe('list', () => {
  test('pages through leads of one millisecond without loss or repeat', async () => {
    const at = (text: string) => new Date(`2026-01-02T03:04:05.${text}Z`);
    const times = ['001', '002', '002', '002', '002', '003'].map(at);
    const stored = [];
    for (const createdAt of times) stored.push(await put({ createdAt }));
    const expected = ids(
      stored.sort((a, b) => Number(b.createdAt) - Number(a.createdAt) || (a.id < b.id ? 1 : -1)),
    );

    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ limit: 2, cursor });
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...ids(page.items));
      cursor = page.nextCursor;
    } while (cursor);

    expect(seen).toEqual(expected);
  });

  test('a lead that arrives between two pages moves nothing', async () => {
    for (let n = 1; n <= 4; n += 1) await put({ createdAt: new Date(n * 1_000) });
    const whole = ids((await list()).items);
    const first = await list({ limit: 2 });
    await put();
    const second = await list({ limit: 2, cursor: first.nextCursor });

    expect([...ids(first.items), ...ids(second.items)]).toEqual(whole);
    expect(second.nextCursor).toBeNull();
  });

  test('a last page that is exactly full has no next one', async () => {
    for (let n = 0; n < 2; n += 1) await put();
    expect((await list({ limit: 2 })).nextCursor).toBeNull();
  });

  test('refuses a made-up cursor and a step of another company', async () => {
    await expect(list({ cursor: 'made up' })).rejects.toThrow(InvalidError);
    await expect(list({ stepId: foreign.step.id })).rejects.toThrow(NotFoundError);
  });
});

test('the detail has contact, attribution with its rule, place and timeline', async () => {
  const lead = await put({
    phones: ['5511987654321', '15555'],
    source: 'facebook',
    medium: 'paid_social',
    channel: 'paid_social',
    campaignName: 'Summer',
    pageId: '1',
    externalLeadId: '2',
    msclkid: 'm',
    unreadPhones: ['call me'],
    unreadValues: { email: 'at work' },
    phoneMarks: { 15555: 'countryUnknown' },
    nameFrom: 'phones',
    message: 'Two lines\nof text',
    customFields: { size: 3 },
    ignoredFields: ['city', 'company'],
    apiKeyId: tenant.key.id,
  });

  expect(await getLead(base.db, actor, { id: lead.id })).toMatchObject({
    id: lead.id,
    step: { id: tenant.otherStep.id },
    funnel: { id: tenant.funnel.id },
    apiKey: { id: tenant.key.id, name: tenant.key.name },
    attribution: {
      campaignName: 'Summer',
      pageId: '1',
      externalLeadId: '2',
      gclid: null,
      msclkid: 'm',
    },
    attributionReason: {
      rule: expect.stringContaining('Meta'),
      overruled: [
        { rule: 'Microsoft click ID', source: 'bing', medium: 'cpc', channel: 'paid_search' },
        { rule: 'A campaign or ad name alone' },
      ],
    },
    message: 'Two lines\nof text',
    ignoredFields: ['city', 'company'],
    unreadPhones: ['call me'],
    unreadValues: { email: 'at work' },
    nameFrom: 'phones',
    customFields: { size: 3 },
    contact: {
      phones: [
        { digits: '5511987654321', international: '+55 11 98765 4321', possible: true },
        { digits: '15555', international: '15555', possible: false },
      ],
    },
    events: [
      {
        type: 'created',
        to: tenant.otherStep.name,
        actorKind: 'apiKey',
        actorName: tenant.key.name,
        createdAt: lead.createdAt,
      },
    ],
  });
});

test('check 27: leads of one external id are marked, and name each other', async () => {
  const one = await put({ externalLeadId: '17', phones: [] });
  const other = await put({ externalLeadId: '17', phones: [], stepId: tenant.step.id });
  const apart = await put({ externalLeadId: '18', phones: [] });
  await createLead(base.db, {
    companyId: foreign.companyId,
    stepId: foreign.step.id,
    externalLeadId: '18',
  });

  const marks = new Map((await list()).items.map((lead) => [lead.id, lead.duplicates]));
  expect(marks).toEqual(
    new Map([
      [apart.id, null],
      [one.id, { count: 1, name: other.name }],
    ]),
  );
  expect(ids(await listDuplicates(base.db, actor, one))).toEqual([other.id]);
  expect(await listDuplicates(base.db, actor, apart)).toEqual([]);
});

describe('update', () => {
  test('writes one event for each value that changes', async () => {
    const { id } = tenant.lead;
    const changed = await updateLead(base.db, actor, {
      id,
      status: { from: 'new', to: 'contacted' },
      priority: { from: 'medium', to: 'medium' },
      temperature: { from: 'warm', to: 'hot' },
    });

    expect(changed).toMatchObject({ status: 'contacted', priority: 'medium', temperature: 'hot' });
    const who = { actorKind: 'user', actorName: actor.name };
    expect(changed.events.slice(1)).toMatchObject([
      { type: 'status', from: 'new', to: 'contacted', ...who },
      { type: 'temperature', from: 'warm', to: 'hot', ...who },
    ]);
    expect((await updateLead(base.db, actor, { id })).events).toHaveLength(3);
  });

  test('of the status is the first contact, once', async () => {
    const { id } = await put();
    const change = { id, priority: { from: 'medium', to: 'high' } } as const;
    expect((await updateLead(base.db, actor, change)).firstContactAt).toBeNull();

    const first = { id, status: { from: 'new', to: 'contacted' } } as const;
    const { firstContactAt } = await updateLead(base.db, actor, first);
    expect(firstContactAt).toEqual(expect.any(Date));
    const second = { id, status: { from: 'contacted', to: 'lost' } } as const;
    expect((await updateLead(base.db, actor, second)).firstContactAt).toEqual(firstContactAt);
  });

  test('ten at once leave a timeline without gaps', async () => {
    const { id } = tenant.lead;
    const statuses = ['contacted', 'qualified', 'lost', 'converted', 'nurturing'] as const;
    const set = async (to: LeadStatus) => {
      const { status: from } = await getLead(base.db, actor, { id });
      return updateLead(base.db, actor, { id, status: { from, to } });
    };
    await Promise.all(
      [...statuses, ...statuses].map((status) => untilUnchanged(() => set(status))),
    );

    const { status, events } = await getLead(base.db, actor, { id });
    const changes = events.filter((event) => event.type === 'status');
    const froms = changes.map((event) => event.from).sort();
    const tos = ['new', ...changes.map((event) => event.to)].sort();
    expect(tos).toEqual([...froms, status].sort());
  });

  test('of a lead of another company changes nothing', async () => {
    const { id } = foreign.lead;
    const status = { from: 'new', to: 'lost' } as const;
    await expect(updateLead(base.db, actor, { id, status })).rejects.toThrow(NotFoundError);

    const [row] = await base.sql`select status from leads where id = ${id}`;
    expect(row?.status).toBe('new');
  });
});
