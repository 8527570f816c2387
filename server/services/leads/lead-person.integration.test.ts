import { beforeEach, describe, expect, test } from 'vitest';
import { createLead as putLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { fillSearch } from '#server/intake/search-index.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { ConflictError, InvalidFieldsError, NotFoundError } from '../errors.ts';
import { createLead } from './create-lead.ts';
import { editLead } from './edit-lead.ts';
import { getLead } from './get-lead.ts';
import { LeadConflictError } from './lead-changes.ts';
import { listDuplicates } from './list-duplicates.ts';
import { searchLeads } from './search-leads.ts';

const base = withTestDatabase();

let ada: UserActor;
let bob: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor: ada, tenant, foreign } = await createTenants(base.db, 'agent'));
  bob = await tenant.newMember('agent');
});

const put = (overrides: Partial<Parameters<typeof putLead>[1]> = {}) =>
  putLead(base.db, { companyId: tenant.companyId, stepId: tenant.step.id, ...overrides });
const find = async (text: string) => {
  while ((await fillSearch(base.sql, '00000000-0000-0000-0000-000000000000'))?.leads) {
    /* Until no lead is without words. */
  }
  return (await searchLeads(base.db, ada, { text })).items.map(({ id }) => id);
};

describe('edit', () => {
  test('sets lead and contact, with one event for each field that changes', async () => {
    const { id } = await put({ name: 'Maria', phones: ['5511987654321'], email: null });
    const edited = await editLead(base.db, ada, {
      id,
      name: { from: 'Maria', to: '  Ana Lima ' },
      phones: { from: ['5511987654321'], to: ['+55 (11) 3333-4444', '0055 11 3333 4444'] },
      email: { from: null, to: 'ana@example.test' },
      message: { from: null, to: '' },
    });

    expect(edited).toMatchObject({
      name: 'Ana Lima',
      phones: ['551133334444'],
      email: 'ana@example.test',
      contact: { name: 'Ana Lima', email: 'ana@example.test' },
    });
    expect(edited.contact.phones.map(({ digits }) => digits)).toEqual(['551133334444']);
    expect(edited.events.slice(1)).toMatchObject([
      { type: 'edited', field: 'name', from: 'Maria', to: 'Ana Lima', actorName: ada.name },
      { type: 'edited', field: 'phones', from: '+5511987654321', to: '+551133334444' },
      { type: 'edited', field: 'email', from: null, to: 'ana@example.test' },
    ]);
  });

  test('a phone that was not read is replaced, and the others stay as they were sent', async () => {
    const unreadPhones = ['N/A  12', 'call me'];
    const { id } = await put({ phones: ['5511987654321'], unreadPhones });
    const edited = await editLead(base.db, ada, {
      id,
      phones: { from: ['5511987654321'], to: ['+5511987654321', 'N/A 12', '+551133334444'] },
    });
    expect(edited).toMatchObject({
      phones: ['5511987654321', '551133334444'],
      unreadPhones: ['N/A  12'],
    });
    expect(edited.events.at(-1)).toMatchObject({
      from: '+5511987654321, N/A  12, call me',
      to: '+5511987654321, +551133334444, N/A  12',
    });

    const phones = { from: edited.phones, to: ['+5511987654321', 'call me'] };
    await expect(editLead(base.db, ada, { id, phones })).rejects.toThrow(InvalidFieldsError);
    const cleared = { from: edited.phones, to: [] };
    expect(await editLead(base.db, ada, { id, phones: cleared })).toMatchObject({
      phones: [],
      unreadPhones: [],
    });
  });

  test('a new value replaces what was sent of its field and not read', async () => {
    const { id } = await put({
      name: '33334444',
      nameFrom: 'phones',
      phones: ['33334444'],
      phoneMarks: { 33334444: 'countryUnknown' },
      unreadPhones: ['call me'],
      unreadValues: { email: 'at work', adName: '{"a":1}' },
      email: null,
    });
    const phones = { from: ['33334444'], to: ['+55 11 3333-4444'] };
    const email = { from: null, to: 'ana@example.test' };
    const marksOf = async () => {
      const [row] = await base.sql`
        select name_from, unread_phones, unread_values, phone_marks from leads where id = ${id}`;
      return Object.values(row ?? {});
    };
    await editLead(base.db, ada, { id, phones });
    const unread = { email: 'at work', adName: '{"a":1}' };
    expect(await marksOf()).toEqual(['phones', null, unread, null]);
    await editLead(base.db, ada, { id, email });
    expect(await marksOf()).toEqual(['phones', null, { adName: '{"a":1}' }, null]);
    const edited = await editLead(base.db, ada, { id, name: { from: '33334444', to: '33334444' } });

    expect(await marksOf()).toEqual([null, null, { adName: '{"a":1}' }, null]);
    expect(edited.events.slice(1)).toMatchObject([
      { field: 'phones', from: '33334444, call me', to: '+551133334444' },
      { field: 'email', from: 'at work', to: 'ana@example.test' },
      { field: 'name', from: null, to: '33334444' },
    ]);
  });

  test('an unread text goes when a member leaves the value as it is', async () => {
    const { id } = await put({ email: null, unreadValues: { email: 'at work' } });
    const edited = await editLead(base.db, ada, { id, email: { from: null, to: '' } });
    expect(edited).toMatchObject({ email: null, unreadValues: {} });
    expect(edited.events.at(-1)).toMatchObject({ field: 'email', from: 'at work', to: null });
  });

  test('a typed phone of an uncertain country is stored with its mark', async () => {
    const { id } = await put({ phones: [] });
    const edited = await editLead(base.db, ada, {
      id,
      phones: { from: [], to: ['33334444', '+33334444'] },
    });
    expect(edited.contact.phones).toMatchObject([
      { digits: '33334444', international: '33334444' },
    ]);
    expect(edited.events.at(-1)).toMatchObject({ field: 'phones', from: null, to: '33334444' });
  });

  test('a search finds the new name and phone, and not the old ones', async () => {
    const { id } = await put({ name: 'Zuleika', phones: ['5521999990000'] });
    await editLead(base.db, ada, {
      id,
      name: { from: 'Zuleika', to: 'Quintela' },
      phones: { from: ['5521999990000'], to: ['5521888881111'] },
    });

    expect(await find('quintela')).toEqual([id]);
    expect(await find('888881111')).toEqual([id]);
    expect(await find('zuleika')).toEqual([]);
    expect(await find('999990000')).toEqual([]);
  });

  test('custom fields are set, added and removed by name', async () => {
    const { id } = await put({ customFields: { city: 'Lisbon', size: 3 } });
    const edited = await editLead(base.db, ada, {
      id,
      customFields: {
        city: { from: 'Lisbon', to: 'Porto' },
        plan: { from: null, to: 'pro' },
        size: { from: 3, to: null },
      },
    });
    expect(edited.customFields).toEqual({ city: 'Porto', plan: 'pro' });
    expect(edited.events.slice(1)).toMatchObject([
      { field: 'customFields.city', from: 'Lisbon', to: 'Porto' },
      { field: 'customFields.plan', from: null, to: 'pro' },
      { field: 'customFields.size', from: '3', to: null },
    ]);
  });

  test.each(['constructor', 'toString'])('a custom field may be called %s', async (name) => {
    const { id } = await put({ customFields: { city: 'Lisbon' } });
    const edit = { [name]: { from: null, to: 'x' } };
    const { customFields } = await editLead(base.db, ada, { id, customFields: edit });

    expect(customFields).toEqual({ city: 'Lisbon', [name]: 'x' });
  });

  test('the second edit of a field is refused, and says who came first; of another it is not', async () => {
    const { id } = await put({ name: 'Maria', email: null });
    await editLead(base.db, bob, { id, name: { from: 'Maria', to: 'Ana' } });
    await editLead(base.db, ada, { id, email: { from: null, to: 'a@example.test' } });
    const late = editLead(base.db, ada, {
      id,
      name: { from: 'Maria', to: 'Bia' },
      email: { from: 'a@example.test', to: null },
    });

    await expect(late).rejects.toMatchObject({
      value: 'Ana',
      event: { actorName: bob.name, field: 'name', to: 'Ana' },
    });
    await expect(late).rejects.toThrow(LeadConflictError);
    expect(await getLead(base.db, ada, { id })).toMatchObject({
      name: 'Ana',
      email: 'a@example.test',
    });
  });

  test('a name that reorders text is no conflict with what the panel shows of it', async () => {
    const { id } = await put({ name: 'Ma\u202Eria' });
    const { name } = await editLead(base.db, ada, { id, name: { from: 'Maria', to: 'Ana' } });
    expect(name).toBe('Ana');
  });

  test('names all fields that are refused, and changes nothing', async () => {
    const { id, name, phones } = await put();
    const edit = editLead(base.db, ada, {
      id,
      name: { from: name, to: ' ' },
      phones: { from: phones, to: ['5511987654321', 'call me'] },
    });
    await expect(edit).rejects.toThrow(InvalidFieldsError);
    await expect(edit).rejects.toMatchObject({
      issues: [
        { path: 'name', message: 'Is required' },
        { path: 'phones.1', message: 'Call me: must hold 8 to 15 digits with country code' },
      ],
    });
    expect((await getLead(base.db, ada, { id })).events).toHaveLength(1);
  });
});

describe('entered by hand', () => {
  const typed = {
    name: ' Ana  Lima ',
    phones: ['tel:+55 (11) 3333-4444 ramal 12', '٠٠٩٧١٥٠١٢٣٤٥٦٧', '+55 11 3333 4444'],
    email: ' ana@example.test ',
    message: 'Two lines\nof text ',
    customFields: { city: ' Lisbon ', none: '' },
  };

  test('is stored as the API would store it', async () => {
    const { id } = await createLead(base.db, ada, { stepId: tenant.step.id, ...typed });
    expect(await getLead(base.db, ada, { id })).toMatchObject({
      name: 'Ana  Lima',
      phones: ['551133334444', '971501234567'],
      email: 'ana@example.test',
      message: 'Two lines\nof text',
      customFields: { city: 'Lisbon' },
    });
  });

  test('completes phones of the company’s country, and never those that were stored before', async () => {
    await base.sql`update companies set country = 'BR' where id = ${tenant.companyId}`;
    const { id } = await createLead(base.db, ada, {
      stepId: tenant.step.id,
      name: 'Ana',
      phones: ['(11) 91234-5678', '+11912345678'],
    });
    const phones = ['5511912345678', '11912345678'];
    expect(await getLead(base.db, ada, { id })).toMatchObject({ phones });

    const renamed = await editLead(base.db, ada, { id, name: { from: 'Ana', to: 'Bia' } });
    expect(renamed.phones).toEqual(phones);
    const edited = await editLead(base.db, ada, {
      id,
      phones: { from: phones, to: ['011 3333-4444'] },
    });
    expect(edited.phones).toEqual(['551133334444']);
  });

  test('has a contact, is counted and found, and belongs to who entered it', async () => {
    const { id } = await createLead(base.db, ada, { stepId: tenant.step.id, ...typed });
    const lead = await getLead(base.db, { ...ada, sees: 'own' }, { id });
    expect(lead).toMatchObject({
      origin: 'manual',
      source: 'manual',
      status: 'new',
      ownerId: ada.userId,
      contact: { name: 'Ana  Lima', email: 'ana@example.test' },
      attributionReason: { rule: null },
      events: [{ type: 'created', actorName: ada.name, actorId: ada.userId }, { type: 'owner' }],
    });
    const [counted] = await base.sql`
      select sum(leads)::int as leads from step_counters where step_id = ${tenant.step.id}`;
    expect(counted?.leads).toBe(2);
    expect(await find('lima')).toEqual([id]);
  });

  test('is refused for an archived step, one of another company, and by the rules of the API', async () => {
    const archived = await tenant.newStep({ archivedAt: new Date() });
    const create = (stepId: string, name = 'Ana') => createLead(base.db, ada, { stepId, name });
    await expect(create(archived.id)).rejects.toThrow(ConflictError);
    await expect(create(foreign.step.id)).rejects.toThrow(NotFoundError);
    await expect(create(tenant.step.id, '')).rejects.toThrow(InvalidFieldsError);
  });
});

describe('other leads of the same person', () => {
  const others = async (id: string, actor = ada) =>
    (await listDuplicates(base.db, actor, { id })).map((lead) => lead.id);

  test('have one of its phones or its email address, the newest first', async () => {
    const phones = ['5511900001111', '5511900002222'];
    const one = await put({ phones, email: 'Joana.Reis@example.test' });
    const byPhone = await put({ phones: ['5521933334444', '5511900002222'] });
    const byEmail = await put({ phones: [], email: 'joana.reis@example.test' });
    await put({ phones: ['15511900001111'], email: 'joana@example.test' });
    await put({ phones: [], email: 'joana.reis@example.test', origin: 'test' });
    await putLead(base.db, { companyId: foreign.companyId, stepId: foreign.step.id, phones });

    expect(await others(one.id)).toEqual([byEmail.id, byPhone.id]);
    expect(await others(byPhone.id)).toEqual([one.id]);
    const [first] = await listDuplicates(base.db, ada, { id: one.id });
    expect(first).toMatchObject({
      step: { name: tenant.step.name },
      status: 'new',
      shares: { phone: false, email: true, externalId: false },
    });
  });

  test('are at most ten, and only those that the member sees', async () => {
    const phones = ['5511900003333'];
    const leads = [];
    for (let n = 0; n < 12; n += 1) leads.push(await put({ phones, ownerId: ada.userId }));
    const [first, second] = leads;
    if (!first || !second) throw new Error('none');
    expect(await others(first.id)).toHaveLength(10);

    await base.sql`update leads set owner_id = ${bob.userId} where phones = ${phones}`;
    await base.sql`update leads set owner_id = ${ada.userId} where id = ${second.id}`;
    expect(await others(second.id, { ...ada, sees: 'own' })).toEqual([]);
  });

  test('a lead without phone and email has none', async () => {
    const { id } = await put({ phones: [], email: null });
    expect(await others(id)).toEqual([]);
  });
});
