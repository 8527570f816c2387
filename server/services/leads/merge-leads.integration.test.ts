import { beforeEach, describe, expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { findAbsent } from '#server/comparison/compare-leads.ts';
import { readAuditLog } from '#server/testing/audit-log.ts';
import { leadOf } from '#server/testing/contract.ts';
import { createLeadAt, replayedOf } from '#server/testing/create-lead.ts';
import { keyActor } from '#server/testing/key-actor.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import type { UserActor } from '../actor.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { addNote } from './add-note.ts';
import { assignLead } from './assign-lead.ts';
import { changeLeads } from './change-leads.ts';
import { deleteExpiredLeads } from './delete-expired-leads.ts';
import { deleteNote } from './delete-note.ts';
import { editLead } from './edit-lead.ts';
import { editNote } from './edit-note.ts';
import { eraseLead } from './erase-lead.ts';
import { getBoard } from './get-board.ts';
import { getLead } from './get-lead.ts';
import { listCompanyLeads } from './list-company-leads.ts';
import { listDuplicates } from './list-duplicates.ts';
import { listLeads } from './list-leads.ts';
import { listToDo } from './list-to-do.ts';
import { markDistinct } from './mark-distinct.ts';
import { mergeLeads } from './merge-leads.ts';
import { planFollowUp } from './plan-follow-up.ts';
import { previewMerge } from './preview-merge.ts';
import { readLead } from './read-leads.ts';
import { recordCall } from './record-call.ts';
import { recordMessage } from './record-message.ts';
import { searchLeads } from './search-leads.ts';
import { undoChange } from './undo-change.ts';
import { undoLeadsChange } from './undo-leads-change.ts';
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
  test('gives the kept lead what it lacks and the earlier follow-up, and does what the preview says', async () => {
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

  test('does not bring back a phone that a member removed, and says so before', async () => {
    const [kept, merged] = [
      await put({ phones: ['5511900001111', '5511900002222'] }),
      await put({ phones: ['5511900002222'] }),
    ];
    const phones = { from: ['5511900001111', '5511900002222'], to: ['+5511900001111'] };
    await editLead(base.db, bob, { id: kept.id, phones });
    const { plans } = await preview(kept.id, merged.id);
    await merge(kept.id, merged.id);

    expect((await get(kept.id)).phones).toEqual(['5511900001111']);
    expect(plans[0]?.dropped).toContainEqual({ field: 'phones', value: '+55 11 90000 2222' });
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

describe('a merge that gives another owner and follow-up', () => {
  test('says so in the timeline, and so does taking apart; neither is undone without it', async () => {
    const kept = await put({ followUpAt: null });
    const merged = await put({ ownerId: bob.userId, followUpAt: later(3) });
    await addNote(base.db, bob, { id: merged.id, text: 'Likes tea' });
    await merge(kept.id, merged.id);

    const workOf = async () =>
      (await get(kept.id)).events.filter(
        ({ type, leadId }) => leadId === kept.id && (type === 'owner' || type === 'followUp'),
      );
    const [owner, followUp] = await workOf();
    const at = owner?.createdAt ?? new Date(0);
    expect(owner).toMatchObject({ from: null, to: bob.name, actorName: actor.name });
    expect(followUp).toMatchObject({ from: null, to: later(3).toISOString(), createdAt: at });
    const { items } = await listToDo(base.db, bob, { section: 'later', whose: 'mine' });
    expect(items).toMatchObject([{ id: kept.id, plannedBy: actor.name, lastText: 'Likes tea' }]);
    const assigned = await base.sql`
      select from leads where id = ${kept.id} and assigned_at = ${at.toISOString()}::timestamptz`;
    expect(assigned).toHaveLength(1);
    await expect(undoChange(base.db, actor, { id: kept.id, at })).rejects.toThrow(ConflictError);
    const back = [{ to: null, ids: [kept.id] }];
    const undo = { field: 'owner' as const, from: bob.userId, back, at };
    await expect(undoLeadsChange(base.db, actor, undo)).rejects.toThrow(NotFoundError);

    await unmerge(kept.id, merged.id);
    expect((await workOf()).slice(2)).toMatchObject([
      { type: 'owner', from: bob.name, to: null, undoes: at },
      { type: 'followUp', from: later(3).toISOString(), to: null, undoes: at },
    ]);
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
      { type: 'owner' },
      { type: 'followUp' },
      { type: 'unmerged', from: 'Rita', undoes: events[1]?.createdAt },
      { type: 'owner' },
      { type: 'followUp' },
    ]);
    await expect(unmerge(kept.id, merged.id)).rejects.toThrow(NotFoundError);
  });

  test('is refused when a field that was filled in was changed since, with its name; other work stays', async () => {
    const kept = await put();
    const merged = await put({
      email: 'rita@example.test',
      ownerId: bob.userId,
      followUpAt: later(3),
    });
    await merge(kept.id, merged.id);
    await addNote(base.db, bob, { id: kept.id, text: 'Later' });
    const [from, to] = [later(3).toISOString(), later(4).toISOString()];
    await planFollowUp(base.db, bob, { id: kept.id, followUpAt: { from, to } });
    const [was, is] = ['rita@example.test', 'rita@example.com'];
    await editLead(base.db, bob, { id: kept.id, email: { from: was, to: is } });
    await expect(unmerge(kept.id, merged.id)).rejects.toThrow(
      'They stay together, because this was changed since the merge: email',
    );

    await editLead(base.db, bob, { id: kept.id, email: { from: is, to: was } });
    await unmerge(kept.id, merged.id);
    const lead = await get(kept.id);
    /* A follow-up is due to the owner. */
    expect(lead).toMatchObject({ email: null, followUpAt: later(4), ownerId: bob.userId });
    expect(lead.events.some(({ text }) => text === 'Later')).toBe(true);
  });

  test('keeps another owner, and the first contact that was made since', async () => {
    const createdAt = new Date('2026-01-02T00:00:00Z');
    const kept = await put({ createdAt });
    const merged = await put({ ownerId: bob.userId, firstContactAt: new Date('2026-01-01') });
    await merge(kept.id, merged.id);
    expect(await get(kept.id)).toMatchObject({ firstContactAt: createdAt, ownerId: bob.userId });

    const call = () => recordCall(base.db, bob, { id: kept.id, outcome: 'spoke' });
    const { changedAt } = await call();
    await undoChange(base.db, bob, { id: kept.id, at: changedAt ?? new Date(0) });
    const called = await call();
    await call();
    const owner = { from: bob.userId, to: actor.userId };
    await assignLead(base.db, bob, { id: kept.id, owner });
    await unmerge(kept.id, merged.id);
    expect(await get(kept.id)).toMatchObject({
      firstContactAt: called.changedAt,
      ownerId: actor.userId,
    });
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
  const untilWaiting = () =>
    expect
      .poll(
        () => base.sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);

  test('leaves its notes to their author and admins on the page of the kept one', async () => {
    const [kept, merged] = [await put(), await put()];
    const { events } = await addNote(base.db, bob, { id: merged.id, text: 'Tea' });
    const noteId = events.at(-1)?.id ?? '';
    const text = { from: 'Tea', to: 'Coffee' };
    const edit = (by: UserActor, id: string) => editNote(base.db, by, { id, noteId, text });
    await expect(edit(bob, kept.id)).rejects.toThrow(NotFoundError);
    await merge(kept.id, merged.id);

    await expect(edit(actor, kept.id)).rejects.toThrow('Only its author');
    await expect(edit(bob, merged.id)).rejects.toThrow(NotFoundError);
    const edited = await edit(bob, kept.id);
    expect(edited.events.find(({ id }) => id === noteId)?.text).toBe('Coffee');
    const deleted = await deleteNote(base.db, actor, { id: kept.id, noteId });
    expect(deleted.events.find(({ id }) => id === noteId)?.text).toBe(null);
  });

  test('is neither restored nor erased by a change that waited for the merge', async () => {
    for (const act of [
      (id: string) =>
        changeLeads(base.db, actor, { ids: [id], change: { field: 'deleted', to: false } }),
      (id: string) => eraseLead(base.db, actor, { id }),
    ]) {
      const [kept, merged] = [await put(), await put()];
      const { companyId } = tenant;
      let waiting: Promise<unknown> = Promise.resolve();
      await base.sql.begin(async (tx) => {
        await tx`update leads set deleted_at = now() where id = ${merged.id}`;
        await tx`insert into lead_merges (company_id, lead_id, kept_id, merged_at, before, after)
          values (${companyId}, ${merged.id}, ${kept.id}, now(), '{}', '{}')`;
        waiting = act(merged.id).catch((error: unknown) => error);
        await untilWaiting();
      });
      const result = await waiting;
      expect(result instanceof NotFoundError || result instanceof ConflictError).toBe(true);
    }
  });

  test('is locked before a newer kept one that is erased, as every change of both locks them', async () => {
    const [merged, kept] = [await put(), await put()];
    await merge(kept.id, merged.id);
    let erasing: Promise<unknown> = Promise.resolve();
    await base.sql.begin(async (tx) => {
      await tx`select from leads where id = ${merged.id} for update`;
      erasing = eraseLead(base.db, actor, kept);
      await untilWaiting();
      expect(await tx`select from leads where id = ${kept.id} for update nowait`).toHaveLength(1);
    });
    await erasing;
    expect(await remaining()).not.toContain(kept.id);
  });

  test('gives the kept one its last contact, and its notes and calls that were not taken back', async () => {
    const [kept, between, merged] = [await put(), await put(), await put()];
    const write = { id: merged.id, channel: 'email' as const, text: 'Written' };
    const written = await recordMessage(base.db, bob, write);
    const call = await recordCall(base.db, bob, { id: between.id, outcome: 'spoke', text: 'No' });
    await undoChange(base.db, bob, { id: between.id, at: call.changedAt ?? new Date(0) });
    const compared = await preview(between.id, merged.id);
    expect(compared.suggestedId).toBe(merged.id);
    expect(compared.leads.map(({ lastText }) => lastText)).toEqual([null, 'Written']);

    await merge(between.id, merged.id);
    await merge(kept.id, between.id);
    for (const sort of ['-lastContact', 'newest'] as const) {
      const { items } = await listCompanyLeads(base.db, actor, { sort });
      const found = items.find(({ id }) => id === kept.id);
      expect(found?.lastContactAt).toEqual(written.changedAt);
      if (sort === '-lastContact') expect(items[0]).toBe(found);
    }
  });

  test('is gone for viewers when the kept one is deleted, and for agents that may not see it', async () => {
    const [one, two, three] = [await put(), await put({ ownerId: bob.userId }), await put()];
    await merge(two.id, one.id);
    await merge(three.id, two.id);
    await base.sql`update leads set owner_id = ${actor.userId} where id = ${two.id}`;
    const seen = async (by: UserActor) => (await get(three.id, by)).merges.map(({ id }) => id);
    const viewer = await tenant.newMember('viewer');
    expect(await seen({ ...bob, sees: 'own' })).toEqual([]);
    expect([await seen(bob), await seen(viewer)]).toEqual([[two.id], [two.id]]);
    expect((await get(one.id, viewer)).isMerged).toBe(true);

    const change = { field: 'deleted' as const, to: true };
    await changeLeads(base.db, actor, { ids: [three.id], change });
    await expect(get(one.id, viewer)).rejects.toThrow(NotFoundError);
    expect((await get(one.id, actor)).isMerged).toBe(true);
  });

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
    /* As a process of the version before does, which knows no merged leads. */
    await base.sql`update leads set deleted_at = null where id = ${merged.id}`;
    await base.sql`
      update step_counters set leads = leads + 1 where ctid in (
        select ctid from step_counters where step_id = ${tenant.stepId} limit 1)`;
    expect(await miscounts()).toEqual([]);
    await eraseLead(base.db, actor, { id: kept.id });
    const entry = (await readAuditLog(base, tenant.companyId)).at(-1);
    expect(entry).toMatchObject({ action: 'leads.erase', details: { merged: 1 } });

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
