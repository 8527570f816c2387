import { beforeEach, describe, expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { ForbiddenError, InvalidError, NotFoundError } from '../errors.ts';
import { addNote } from './add-note.ts';
import { assignLead } from './assign-lead.ts';
import { deleteNote } from './delete-note.ts';
import { editLead } from './edit-lead.ts';
import { editNote } from './edit-note.ts';
import { getLead } from './get-lead.ts';
import { LeadConflictError } from './lead-changes.ts';
import { listDuplicates } from './list-duplicates.ts';
import { openLead } from './open-lead.ts';
import { planFollowUp } from './plan-follow-up.ts';
import { recordCall } from './record-call.ts';
import { recordMessage } from './record-message.ts';
import { updateLead } from './update-lead.ts';

const base = withTestDatabase();

let ada: UserActor;
let bob: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;
let id: string;

beforeEach(async () => {
  ({ actor: ada, tenant, foreign } = await createTenants(base.db, 'agent'));
  bob = await tenant.newMember('agent');
  id = tenant.lead.id;
});

const stored = () => getLead(base.db, { ...ada, sees: 'all' }, { id });
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const give = (from: string | null, to: string | null, by = ada) =>
  assignLead(base.db, by, { id, owner: { from, to } });

describe('notes', () => {
  const write = async (by = ada) => {
    const { events } = await addNote(base.db, by, { id, text: 'Wants a *visit*' });
    return events.at(-1)?.id ?? '';
  };

  test('a note says who wrote what', async () => {
    await write();
    expect((await stored()).events.at(-1)).toMatchObject({
      type: 'note',
      text: 'Wants a *visit*',
      editedAt: null,
      actorId: ada.userId,
      actorName: ada.name,
    });
  });

  test('its author edits it, and no one else, not even an admin', async () => {
    const noteId = await write();
    const text = { from: 'Wants a *visit*', to: 'Wants two' };
    const admin = await tenant.newMember('admin');
    for (const other of [bob, admin]) {
      await expect(editNote(base.db, other, { id, noteId, text })).rejects.toThrow(ForbiddenError);
    }
    await editNote(base.db, ada, { id, noteId, text });

    expect((await stored()).events.at(-1)).toMatchObject({
      text: 'Wants two',
      editedAt: expect.any(Date),
    });
  });

  test('an edit of a text that has changed elsewhere is refused, and says what is stored', async () => {
    const noteId = await write();
    const from = 'Wants a *visit*';
    await editNote(base.db, ada, { id, noteId, text: { from, to: 'One' } });
    const second = editNote(base.db, ada, { id, noteId, text: { from, to: 'Two' } });

    await expect(second).rejects.toMatchObject({ value: 'One' });
    await expect(second).rejects.toThrow(LeadConflictError);
    expect((await stored()).events.at(-1)?.text).toBe('One');
  });

  test('its author and admins delete it; the line stays, without the text', async () => {
    const admin = await tenant.newMember('admin');
    const [own, others] = [await write(), await write()];
    await expect(deleteNote(base.db, bob, { id, noteId: own })).rejects.toThrow(ForbiddenError);
    await deleteNote(base.db, ada, { id, noteId: own });
    await deleteNote(base.db, admin, { id, noteId: others });

    expect((await stored()).events.slice(1)).toMatchObject([
      { type: 'note', text: null, to: ada.name, actorName: ada.name },
      { type: 'note', text: null, to: admin.name, actorName: ada.name },
    ]);
    await expect(deleteNote(base.db, ada, { id, noteId: own })).rejects.toThrow(NotFoundError);
  });

  test('another event of the timeline is no note', async () => {
    const { events } = await recordCall(base.db, ada, { id, outcome: 'spoke', text: 'Hello' });
    const noteId = events.at(-1)?.id ?? '';
    await expect(deleteNote(base.db, ada, { id, noteId })).rejects.toThrow(NotFoundError);
  });
});

describe('calls and follow-ups', () => {
  test('the first call is the first contact, and a later one does not change that', async () => {
    const first = await recordCall(base.db, ada, { id, outcome: 'noAnswer' });
    expect(first.events.at(-1)).toMatchObject({ type: 'call', to: 'noAnswer', text: null });
    expect(first.firstContactAt).toEqual(expect.any(Date));

    const second = await recordCall(base.db, bob, { id, outcome: 'spoke', text: 'Call in May' });
    expect(second.firstContactAt).toEqual(first.firstContactAt);
    expect(second.events.at(-1)).toMatchObject({ to: 'spoke', text: 'Call in May' });
    expect(second.ownerId).toBeNull();
  });

  test('so is a message, whose text and channel the timeline has', async () => {
    const lead = await recordMessage(base.db, ada, { id, channel: 'whatsapp', text: 'Hello 👋' });
    expect(lead.events.at(-1)).toMatchObject({ type: 'message', to: 'whatsapp', text: 'Hello 👋' });
    expect(lead).toMatchObject({ firstContactAt: lead.changedAt, status: 'new' });

    const second = await recordMessage(base.db, bob, { id, channel: 'email' });
    expect(second.firstContactAt).toEqual(lead.firstContactAt);
    expect(second.events.at(-1)).toMatchObject({ to: 'email', text: null });
  });

  test('so is the first change of the status, but not of the priority', async () => {
    const priority = { from: 'medium', to: 'high' } as const;
    expect((await updateLead(base.db, ada, { id, priority })).firstContactAt).toBeNull();
    const status = { from: 'new', to: 'contacted' } as const;
    expect((await updateLead(base.db, ada, { id, status })).firstContactAt).not.toBeNull();
  });

  test('a follow-up of a call makes the caller the owner, if there is none', async () => {
    const followUpAt = inAnHour();
    const lead = await recordCall(base.db, ada, { id, outcome: 'noAnswer', followUpAt });
    expect(lead).toMatchObject({ ownerId: ada.userId, followUpAt: new Date(followUpAt) });
    expect(lead.events.slice(1)).toMatchObject([
      { type: 'call' },
      { type: 'owner', from: null, to: ada.name },
      { type: 'followUp', from: null, to: followUpAt },
    ]);

    const later = new Date(Date.now() + 7_200_000).toISOString();
    const call = { id, outcome: 'spoke', followUpAt: later } as const;
    expect((await recordCall(base.db, bob, call)).ownerId).toBe(ada.userId);
  });

  test('a follow-up is planned, moved and done, each once on the timeline', async () => {
    const [at, later] = [inAnHour(), new Date(Date.now() + 9_000_000).toISOString()];
    const plan = (from: string | null, to: string | null) =>
      planFollowUp(base.db, ada, { id, followUpAt: { from, to } });
    await plan(null, at);
    await plan(null, at);
    await plan(at, later);
    const done = await plan(later, null);

    expect(done.followUpAt).toBeNull();
    expect(done.events.filter(({ type }) => type === 'followUp')).toMatchObject([
      { from: null, to: at },
      { from: at, to: later },
      { from: later, to: null },
    ]);
    await expect(plan(at, later)).rejects.toThrow(LeadConflictError);
  });

  test('a time that is over is refused, and the call with it', async () => {
    const followUpAt = '2020-01-01T00:00:00.000Z';
    const call = recordCall(base.db, ada, { id, outcome: 'spoke', followUpAt });
    await expect(call).rejects.toThrow(InvalidError);
    expect((await stored()).events).toHaveLength(1);
  });
});

describe('owners', () => {
  test('an assignment names both owners', async () => {
    await give(null, ada.userId);
    const lead = await give(ada.userId, bob.userId);
    expect(lead?.ownerId).toBe(bob.userId);
    expect(lead?.events.slice(1)).toMatchObject([
      { type: 'owner', from: null, to: ada.name },
      { type: 'owner', from: ada.name, to: bob.name },
    ]);
    expect((await give(bob.userId, null))?.ownerId).toBeNull();
  });

  test('the second of two assignments is refused, and says who came first', async () => {
    await give(null, ada.userId, bob);
    const second = give(null, bob.userId);
    await expect(second).rejects.toMatchObject({
      value: ada.userId,
      event: { actorName: bob.name, to: ada.name },
    });
    await expect(second).rejects.toThrow(LeadConflictError);
  });

  test('only active agents and admins of the company get leads', async () => {
    const viewer = await tenant.newMember('viewer');
    await base.sql`update users set deactivated_at = now() where id = ${bob.userId}`;
    for (const { userId } of [viewer, bob]) {
      await expect(give(null, userId)).rejects.toThrow(InvalidError);
    }
    await expect(give(null, foreign.colleague.userId)).rejects.toThrow(NotFoundError);
    expect((await stored()).ownerId).toBeNull();
  });

  test('a follow-up ends when the lead has no owner any more', async () => {
    const due = inAnHour();
    await planFollowUp(base.db, ada, { id, followUpAt: { from: null, to: due } });
    await give(ada.userId, null, { ...ada, sees: 'own' });

    const { followUpAt, events } = await stored();
    expect(followUpAt).toBeNull();
    expect(events.slice(-2)).toMatchObject([
      { type: 'followUp', from: due, to: null },
      { type: 'owner', to: null },
    ]);
  });

  test('an agent who sees only own leads gives one away, and then does not see it', async () => {
    await give(null, ada.userId);
    const restricted: UserActor = { ...ada, sees: 'own' };
    expect(await give(ada.userId, bob.userId, restricted)).toBeNull();
    expect(await stored()).toMatchObject({ ownerId: bob.userId });
    await expect(give(bob.userId, ada.userId, restricted)).rejects.toThrow(NotFoundError);
  });
});

test('the first look at a lead is kept', async () => {
  await openLead(base.db, ada, { id });
  const { openedAt, events } = await stored();
  expect(openedAt).toEqual(expect.any(Date));
  await openLead(base.db, bob, { id });
  expect(await stored()).toMatchObject({ openedAt });
  expect(events).toHaveLength(1);
});

describe('what a restricted agent does not see, or another company has, is not found', () => {
  const noteId = '0192f0c1-7a3b-7c4d-8e5f-60718293a4b5';
  const verbs: Record<string, (by: UserActor, lead: { id: string }) => Promise<unknown>> = {
    addNote: (by, lead) => addNote(base.db, by, { ...lead, text: 'x' }),
    editNote: (by, lead) =>
      editNote(base.db, by, { ...lead, noteId, text: { from: 'x', to: 'y' } }),
    deleteNote: (by, lead) => deleteNote(base.db, by, { ...lead, noteId }),
    recordCall: (by, lead) => recordCall(base.db, by, { ...lead, outcome: 'spoke' }),
    recordMessage: (by, lead) => recordMessage(base.db, by, { ...lead, channel: 'email' }),
    planFollowUp: (by, lead) =>
      planFollowUp(base.db, by, { ...lead, followUpAt: { from: null, to: inAnHour() } }),
    assign: (by, lead) =>
      assignLead(base.db, by, { ...lead, owner: { from: null, to: by.userId } }),
    edit: (by, lead) =>
      editLead(base.db, by, { ...lead, name: { from: tenant.lead.name, to: 'Ana' } }),
    open: (by, lead) => openLead(base.db, by, lead),
    duplicates: (by, lead) => listDuplicates(base.db, by, lead),
  };

  test.each(Object.entries(verbs))('%s', async (_, act) => {
    const refused = { message: 'Lead not found' };
    await give(null, bob.userId);
    await expect(act({ ...ada, sees: 'ownAndUnassigned' }, { id })).rejects.toMatchObject(refused);
    await expect(act(ada, { id: foreign.lead.id })).rejects.toMatchObject(refused);
    await base.sql`update leads set deleted_at = now() where id = ${id}`;
    await expect(act(bob, { id })).rejects.toMatchObject(refused);
  });
});
