import { beforeEach, describe, expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { findAbsent } from '#server/comparison/compare-leads.ts';
import { leadOf } from '#server/testing/contract.ts';
import { createLeadAt, replayedOf } from '#server/testing/create-lead.ts';
import { keyActor } from '#server/testing/key-actor.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import type { UserActor } from '../actor.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { addNote } from './add-note.ts';
import { changeLeads } from './change-leads.ts';
import { deleteExpiredLeads } from './delete-expired-leads.ts';
import { editLead } from './edit-lead.ts';
import { eraseLead } from './erase-lead.ts';
import { getBoard } from './get-board.ts';
import { getLead } from './get-lead.ts';
import { listCompanyLeads } from './list-company-leads.ts';
import { listDuplicates } from './list-duplicates.ts';
import { listLeads } from './list-leads.ts';
import { markDistinct } from './mark-distinct.ts';
import { mergeLeads } from './merge-leads.ts';
import { planFollowUp } from './plan-follow-up.ts';
import { previewMerge } from './preview-merge.ts';
import { readLead } from './read-leads.ts';
import { searchLeads } from './search-leads.ts';
import { unmergeLeads } from './unmerge-leads.ts';

const base = withTestDatabase();
const web = withWebServer(() => base.url);

let actor: UserActor;
let bob: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'admin'));
  bob = await tenant.newMember('agent');
  /* Only the leads of a test share something. */
  await base.sql`update leads set phones = '{}' where company_id = ${tenant.companyId}`;
});

type Columns = Partial<Parameters<typeof createLead>[1]>;
const put = (columns: Columns = {}) =>
  createLead(base.db, {
    companyId: tenant.companyId,
    stepId: tenant.stepId,
    phones: [],
    ...columns,
  });

const preview = (id: string, otherId: string) => previewMerge(base.db, actor, { id, otherId });
async function merge(keptId: string, mergedId: string): Promise<void> {
  const { version } = await preview(keptId, mergedId);
  await mergeLeads(base.db, actor, { keptId, mergedId, version });
}
const unmerge = (keptId: string, mergedId: string) =>
  unmergeLeads(base.db, actor, { keptId, mergedId });
const get = (id: string, by: UserActor = actor) => getLead(base.db, by, { id });

const rowsOf = (ids: readonly string[]) => base.sql`
  select to_jsonb(leads) - 'search_words' as lead, to_jsonb(contacts) as contact,
    search_words::text as words
  from leads left join contacts
    on contacts.company_id = leads.company_id and contacts.id = leads.contact_id
  where leads.id in ${base.sql(ids)} order by leads.id`;

/** By step: what is counted, less the leads that there are. */
const miscounts = () => base.sql`
  select * from (select s.id, coalesce((
      select sum(c.leads) from step_counters c where c.company_id = s.company_id and c.step_id = s.id
    ), 0)::int - (
      select count(*) from leads l where l.company_id = s.company_id and l.step_id = s.id
        and l.origin <> 'test' and l.deleted_at is null
    )::int as difference
  from steps s where s.company_id = ${tenant.companyId}) counted where difference <> 0`;

const later = (days: number) => new Date(Date.UTC(2099, 0, days));

describe('a possible duplicate', () => {
  const phones = ['5511900001111', '5511900002222'];

  test('shares a phone or the email address, without case, and is marked in every list', async () => {
    const one = await put({ name: 'One', phones, email: 'Joana@Example.test' });
    const byPhone = await put({ name: 'Two', phones: ['5521933334444', '5511900002222'] });
    const byEmail = await put({ name: 'Three', email: 'joana@example.TEST' });
    await put({ phones, origin: 'test' });
    await put({ phones, deletedAt: new Date() });
    await put({ phones: ['15511900001111'], email: 'ana@example.test' });
    const { companyId, stepId } = foreign;
    await createLead(base.db, { companyId, stepId, phones, email: 'joana@example.test' });

    const wanted = {
      [one.id]: { count: 2, name: null },
      [byPhone.id]: { count: 1, name: 'One' },
      [byEmail.id]: { count: 1, name: 'One' },
    };
    const marked = (items: readonly { id: string; duplicates: unknown }[]) =>
      Object.fromEntries(
        items.flatMap(({ id, duplicates }) => (duplicates ? [[id, duplicates]] : [])),
      );
    expect(marked((await listCompanyLeads(base.db, actor, {})).items)).toEqual(wanted);
    expect(marked((await listLeads(base.db, actor, { stepId: tenant.stepId })).items)).toEqual(
      wanted,
    );
    const { steps } = await getBoard(base.db, actor, { funnelId: tenant.funnel.id });
    expect(marked(steps.flatMap(({ items }) => items))).toEqual(wanted);
    expect((await get(byPhone.id)).duplicates).toEqual(wanted[byPhone.id]);
  });

  test('of a phone that many leads have, ten are counted', async () => {
    const leads = [];
    for (let n = 0; n < 14; n += 1) leads.push(await put({ phones }));
    const { items } = await listCompanyLeads(base.db, actor, { limit: 5 });
    expect(items.map(({ duplicates }) => duplicates)).toEqual(
      Array.from({ length: 5 }, () => ({ count: 10, name: null })),
    );
    const listed = await listDuplicates(base.db, actor, { id: leads[0]?.id ?? '' });
    expect(listed.map(({ id }) => id)).toEqual(
      leads
        .toReversed()
        .slice(0, 10)
        .map(({ id }) => id),
    );
  });

  test('is none any more when a member says so, for all members, until it is taken back', async () => {
    const [one, other] = [await put({ phones, name: 'One' }), await put({ phones, name: 'Other' })];
    const mark = async (by: UserActor) => (await get(one.id, by)).duplicates;
    const say = (isDistinct: boolean) =>
      markDistinct(base.db, bob, { id: other.id, otherId: one.id, isDistinct });
    await say(true);
    await say(true);

    expect([await mark(actor), await mark(bob)]).toEqual([null, null]);
    expect(await listDuplicates(base.db, actor, one)).toMatchObject([
      { id: other.id, isDistinct: true },
    ]);
    expect((await get(one.id)).events.slice(1)).toMatchObject([
      { type: 'distinct', from: 'Other', to: 'true', actorName: bob.name },
    ]);
    await say(false);
    expect(await mark(actor)).toEqual({ count: 1, name: 'Other' });
  });
});

describe('a merge', () => {
  test('gives the kept lead what it lacks, replaces nothing, and does what the preview says', async () => {
    const kept = await put({
      name: 'Maria Souza',
      phones: ['5511900001111'],
      email: 'maria@example.test',
      followUpAt: later(2),
      ownerId: bob.userId,
      customFields: { city: 'Lisbon' },
      campaignName: 'Spring',
    });
    const merged = await put({
      name: 'M. Souza',
      phones: ['5511900002222', '5511900001111'],
      phoneMarks: { 5511900002222: 'impossible' },
      email: 'other@example.test',
      message: 'Call me',
      segment: 'shops',
      status: 'contacted',
      firstContactAt: later(1),
      followUpAt: later(1),
      ownerId: actor.userId,
      customFields: { city: 'Porto', plan: 'pro' },
      gclid: 'click',
    });
    const { plans, suggestedId } = await preview(merged.id, kept.id);
    const plan = plans.find(({ keptId }) => keptId === kept.id);
    await merge(kept.id, merged.id);

    expect(suggestedId).toBe(merged.id);
    const lead = await get(kept.id);
    expect(lead).toMatchObject({
      name: 'Maria Souza',
      phones: ['5511900001111', '5511900002222'],
      phoneMarks: { 5511900002222: 'impossible' },
      email: 'maria@example.test',
      message: 'Call me',
      segment: 'shops',
      status: 'new',
      followUpAt: later(1),
      firstContactAt: later(1),
      ownerId: bob.userId,
      customFields: { city: 'Lisbon', plan: 'pro' },
      attribution: { campaignName: 'Spring', gclid: null },
      contact: { name: 'Maria Souza', email: 'maria@example.test' },
    });
    expect(lead.contact.phones.map(({ digits }) => digits)).toEqual(lead.phones);
    const after = new Map(plan?.after.map(({ field, ...line }) => [field, line]));
    expect(after.get('phones')).toEqual({
      value: '+55 11 90000 1111, +55 11 90000 2222',
      isChanged: true,
    });
    expect(after.get('followUp')).toEqual({ value: later(1).toISOString(), isChanged: true });
    expect(after.get('email')).toEqual({ value: 'maria@example.test', isChanged: false });
    expect(plan?.dropped).toEqual([
      { field: 'name', value: 'M. Souza' },
      { field: 'email', value: 'other@example.test' },
      { field: 'customFields.city', value: 'Porto' },
      { field: 'status', value: 'contacted' },
      { field: 'owner', value: actor.name },
      { field: 'followUp', value: later(2).toISOString() },
    ]);
  });

  test('hides the other lead, reads its timeline with that of the kept one, and keeps counts', async () => {
    const kept = await put({ name: 'Kept', phones: ['5511900001111'], message: 'First' });
    const merged = await put({
      name: 'Merged',
      phones: ['5511900002222'],
      email: 'x@example.test',
      message: 'Hello',
      externalLeadId: '17',
      stepId: tenant.otherStep.id,
    });
    await addNote(base.db, bob, { id: merged.id, text: 'Likes tea' });
    await merge(kept.id, merged.id);

    expect(await miscounts()).toEqual([]);
    const ids = async (view: 'leads' | 'deleted') =>
      (await listCompanyLeads(base.db, actor, { view })).items.map(({ id }) => id);
    expect(await ids('leads')).not.toContain(merged.id);
    expect(await ids('deleted')).toEqual([]);
    const found = await searchLeads(base.db, actor, { text: '900002222' });
    expect(found.items.map(({ id }) => id)).toEqual([kept.id]);
    await expect(readLead(base.db, keyActor(tenant), merged.id)).rejects.toThrow(NotFoundError);
    expect(await findAbsent(base.db, tenant.companyId, ['17'])).toEqual([]);

    const { events, merges } = await get(kept.id);
    expect(
      events.map(({ type, leadId, from, field, text }) => [type, leadId, from, field, text]),
    ).toEqual([
      ['created', kept.id, null, null, null],
      ['created', merged.id, null, null, 'Hello'],
      ['note', merged.id, null, null, 'Likes tea'],
      ['merged', kept.id, 'Merged', 'email, phones', null],
    ]);
    expect(merges).toMatchObject([{ id: merged.id, name: 'Merged' }]);
    const viewer = await tenant.newMember('viewer');
    for (const by of [actor, bob, viewer]) {
      expect(await get(merged.id, by)).toMatchObject({
        isMerged: true,
        mergedInto: { id: kept.id, name: 'Kept' },
      });
    }
    await base.sql`update leads set owner_id = ${actor.userId} where id = ${kept.id}`;
    await base.sql`update leads set owner_id = ${bob.userId} where id = ${merged.id}`;
    const seen = await get(merged.id, { ...bob, sees: 'own' });
    expect(seen).toMatchObject({ isMerged: true, mergedInto: null });
  });

  test('is refused when a lead was changed since the preview, for tests, one lead, an archived step', async () => {
    const [one, other] = [await put({ name: 'One' }), await put()];
    const { version } = await preview(one.id, other.id);
    const pair = { keptId: one.id, mergedId: other.id, version };
    await editLead(base.db, bob, { id: one.id, name: { from: 'One', to: 'Changed' } });
    const isConflict = (act: Promise<unknown>) => expect(act).rejects.toThrow(ConflictError);

    await isConflict(mergeLeads(base.db, actor, pair));
    await isConflict(preview(one.id, one.id));
    await isConflict(preview(one.id, tenant.test.id));
    const { version: current } = await preview(one.id, other.id);
    await base.sql`update steps set archived_at = now() where id = ${tenant.stepId}`;
    await isConflict(mergeLeads(base.db, actor, { ...pair, version: current }));
    await base.sql`update steps set archived_at = null where id = ${tenant.stepId}`;
    await changeLeads(base.db, actor, { ids: [other.id], change: { field: 'deleted', to: true } });
    const gone = mergeLeads(base.db, actor, { ...pair, version: current });
    await expect(gone).rejects.toThrow(NotFoundError);
    expect(await miscounts()).toEqual([]);
  });

  test('keeps the merged lead from being restored or erased alone, and a repeat of its request from making another', async () => {
    const body = { name: 'Rita', phones: ['+55 11 90000-3333'], externalLeadId: '99' };
    const sent = await createLeadAt(web.port, tenant, { body, key: 'one' });
    const mergedId = leadOf(sent).id ?? '';
    const kept = await put();
    await merge(kept.id, mergedId);

    const restore = { ids: [mergedId], change: { field: 'deleted' as const, to: false } };
    await expect(changeLeads(base.db, actor, restore)).rejects.toThrow(NotFoundError);
    await expect(eraseLead(base.db, actor, { id: mergedId })).rejects.toThrow(ConflictError);
    for (const key of ['one', undefined]) {
      const repeated = await createLeadAt(web.port, tenant, { body, key });
      expect([replayedOf(repeated), leadOf(repeated).id]).toEqual(['true', mergedId]);
    }
  });
});

describe('taking apart', () => {
  test('restores both exactly, once', async () => {
    const kept = await put({
      nameFrom: 'phones',
      name: '5511900001111',
      phones: ['5511900001111'],
    });
    const merged = await put({
      name: 'Rita',
      phones: ['5511900002222'],
      email: 'rita@example.test',
      ownerId: bob.userId,
      assignedAt: later(1),
      followUpAt: later(3),
      stepId: tenant.otherStep.id,
    });
    const ids = [kept.id, merged.id];
    await base.sql`update leads set opened_at = now() where id in ${base.sql(ids)}`;
    const before = await rowsOf(ids);
    await merge(kept.id, merged.id);
    expect(await rowsOf(ids)).not.toEqual(before);
    await unmerge(kept.id, merged.id);

    expect(await rowsOf(ids)).toEqual(before);
    expect(await miscounts()).toEqual([]);
    const { events } = await get(kept.id);
    expect(events.slice(1)).toMatchObject([
      { type: 'merged', from: 'Rita' },
      { type: 'unmerged', from: 'Rita', undoes: events[1]?.createdAt },
    ]);
    await expect(unmerge(kept.id, merged.id)).rejects.toThrow(NotFoundError);
  });

  test('is refused when what was filled in was changed since, with the reason; other work stays', async () => {
    const kept = await put({ ownerId: bob.userId });
    const merged = await put({ email: 'rita@example.test', followUpAt: later(3) });
    await merge(kept.id, merged.id);
    await addNote(base.db, bob, { id: kept.id, text: 'Later' });
    const [from, to] = [later(3).toISOString(), later(4).toISOString()];
    await planFollowUp(base.db, bob, { id: kept.id, followUpAt: { from, to } });
    await expect(unmerge(kept.id, merged.id)).rejects.toThrow(
      'They stay together, because this was changed since the merge: follow-up',
    );

    await planFollowUp(base.db, bob, { id: kept.id, followUpAt: { from: to, to: from } });
    await unmerge(kept.id, merged.id);
    const lead = await get(kept.id);
    expect(lead).toMatchObject({ email: null, followUpAt: null });
    expect(lead.events.some(({ text }) => text === 'Later')).toBe(true);
  });

  test('a chain is read as one, leads to its end, and comes apart link by link', async () => {
    const [one, two, three] = [
      await put({ name: 'One' }),
      await put({ name: 'Two' }),
      await put({ name: 'Three' }),
    ];
    await merge(two.id, one.id);
    await merge(three.id, two.id);
    expect((await get(one.id)).mergedInto).toEqual({ id: three.id, name: 'Three' });
    const { events, merges } = await get(three.id);
    expect(events.filter(({ type }) => type === 'created')).toHaveLength(3);
    expect(merges.map(({ id }) => id)).toEqual([two.id]);
    await expect(unmerge(two.id, one.id)).rejects.toThrow(NotFoundError);

    await unmerge(three.id, two.id);
    await unmerge(two.id, one.id);
    expect((await get(one.id)).isMerged).toBe(false);
    expect(await miscounts()).toEqual([]);
  });
});

describe('the merged lead', () => {
  const remaining = async () =>
    (await base.sql`select id from leads where company_id = ${tenant.companyId}`).map(
      ({ id }) => id,
    );

  test('does not expire while the kept one lives, and goes with it', async () => {
    const [kept, merged] = [await put(), await put()];
    await merge(kept.id, merged.id);
    const age = (id: string) => base.sql`
      update leads set deleted_at = now() - make_interval(days => 31) where id = ${id}`;
    await age(merged.id);
    while (await deleteExpiredLeads(base.db)) {
      /* Until none has expired. */
    }
    expect(await remaining()).toContain(merged.id);

    await age(kept.id);
    while (await deleteExpiredLeads(base.db)) {
      /* Until none has expired. */
    }
    expect(await remaining()).not.toContain(merged.id);
  });

  test('is erased with the kept one, and its name with it wherever it was written', async () => {
    const [kept, merged, other] = [await put(), await put({ name: 'Zuleika' }), await put()];
    await markDistinct(base.db, actor, { id: other.id, otherId: merged.id, isDistinct: true });
    await merge(kept.id, merged.id);
    await eraseLead(base.db, actor, { id: kept.id });

    const ids = await remaining();
    expect(ids).toContain(other.id);
    expect(ids).not.toContain(merged.id);
    expect(await miscounts()).toEqual([]);
    for (const table of ['leads', 'contacts', 'lead_events', 'lead_merges', 'distinct_leads']) {
      const rows = await base.sql`
        select from ${base.sql(table)} t where t::text like '%Zuleika%' or t::text like ${`%${kept.id}%`}`;
      expect([table, rows.length]).toEqual([table, 0]);
    }
    expect((await get(other.id)).events.at(-1)).toMatchObject({ type: 'distinct', from: null });
  });
});
