import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { getRuntime } from '#server/runtime.ts';
import { readAuditLog } from '#server/testing/audit-log.ts';
import { leadOf } from '#server/testing/contract.ts';
import { send } from '#server/testing/http-client.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import type { UserActor } from '../actor.ts';
import { addNote } from './add-note.ts';
import { assignLead } from './assign-lead.ts';
import { changeLeads } from './change-leads.ts';
import { deleteNote } from './delete-note.ts';
import { editLead } from './edit-lead.ts';
import { eraseLead } from './erase-lead.ts';
import { getBoard } from './get-board.ts';
import { getLead } from './get-lead.ts';
import { listCompanyLeads } from './list-company-leads.ts';
import { recordCall } from './record-call.ts';
import { recordMessage } from './record-message.ts';
import { searchLeads } from './search-leads.ts';
import { undoLeadsChange } from './undo-leads-change.ts';
import { updateLead } from './update-lead.ts';

const base = withTestDatabase();
const web = withWebServer(() => base.url);

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'admin'));
});

const erase = (id: string, by = actor) => eraseLead(base.db, by, { id });

function post(json: object, headers: Record<string, string> = {}, path = '') {
  const { host, stepId, secret } = tenant;
  return send(web.port, {
    path: `/api/leads/public/${stepId}${path}`,
    headers: { host, 'content-type': 'application/json', 'x-api-key': secret, ...headers },
    body: JSON.stringify(json),
  });
}

const requests = () => base.sql<{ status: number; message: string; id: string }[]>`
  select status, message, request_id as id from intake_log
  where company_id = ${tenant.companyId} order by request_id, status`;

/** The tables that have a text anywhere, in any case. */
async function tablesWith(text: string): Promise<string[]> {
  const { sql } = base;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const found = [];
  for (const { name } of tables) {
    const rows = await sql`
      select from ${sql(name)} t where position(lower(${text}) in lower(t::text)) > 0 limit 1`;
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}

const counted = async () => {
  const [row] = await base.sql<{ leads: number }[]>`
    select sum(leads)::int as leads from step_counters where company_id = ${tenant.companyId}`;
  return row?.leads;
};

test('no table holds a word of an erased lead, and the audit log who erased it', async () => {
  const person = {
    name: 'Zuleika Quintanilha',
    phones: ['+55 11 91234-5678', 'peça à Jandira'],
    email: 'zuleika@quintanilha.test, jandira at work',
    message: 'About the azulejos',
    customFields: { birthplace: 'Pirenópolis' },
    externalLeadId: 'form-of-zuleika',
    nickname: 'not read',
  };
  const headers = { 'x-request-id': 'request-of-zuleika', 'idempotency-key': 'key-of-zuleika' };
  const { id = '' } = leadOf(await post(person, headers));
  await post(person, headers);
  await post({ ...person, nickname: undefined });
  await getRuntime().intakeLog.flush();
  const colleague = tenant.colleague.userId;
  await assignLead(base.db, actor, { id, owner: { from: null, to: colleague } });
  await addNote(base.db, actor, { id, text: 'Azulejos in blue' });
  const { events } = await addNote(base.db, actor, { id, text: 'Call Zuleika' });
  await deleteNote(base.db, actor, { id, noteId: events.at(-1)?.id ?? '' });
  await recordCall(base.db, actor, {
    id,
    outcome: 'spoke',
    text: 'Likes azulejos',
    followUpAt: '2099-01-31T18:00:00.000Z',
  });
  await recordMessage(base.db, actor, { id, channel: 'whatsapp', text: 'Hello Zuleika' });
  await editLead(base.db, actor, {
    id,
    name: { from: person.name, to: 'Zuleika Vasconcelos' },
    phones: { from: ['5511912345678'], to: ['5511955554444'] },
    customFields: { birthplace: { from: 'Pirenópolis', to: 'Goiás' } },
  });
  await changeLeads(base.db, actor, { ids: [id], change: { field: 'status', to: 'lost' } });
  const words = ['zuleika', 'quintanilha', 'vasconcelos', 'azulejos', 'Pirenópolis', 'Jandira'];
  const phones = ['5511912345678', '5511955554444'];
  const held = await Promise.all([...words, ...phones, id].map(tablesWith));
  expect(held.every((tables) => tables.length > 0)).toBe(true);
  expect(new Set(held.flat())).toEqual(
    new Set([
      'leads',
      'contacts',
      'lead_events',
      'idempotency_keys',
      'intake_log',
      'request_bodies',
    ]),
  );

  expect(await erase(id)).toEqual({ id });
  expect(await Promise.all([...words, ...phones].map(tablesWith))).toEqual(
    [...words, ...phones].map(() => []),
  );
  expect(await tablesWith(id)).toEqual(['audit_log']);
  expect(await readAuditLog(base, tenant.companyId)).toMatchObject([
    {
      action: 'leads.erase',
      actor_kind: 'user',
      actor_id: actor.userId,
      subject_id: id,
      subject_name: 'Lead',
      details: { funnel: tenant.funnel.name, step: tenant.step.name },
    },
  ]);
});

test('neither a page, a list, a board, a search nor the API finds it, and it is not counted', async () => {
  const { db } = base;
  const { id } = await createLead(db, { companyId: tenant.companyId, stepId: tenant.stepId });
  expect(await counted()).toBe(2);
  await erase(id);

  await expect(getLead(db, actor, { id })).rejects.toThrow('Lead not found');
  const { items } = await listCompanyLeads(db, actor, {});
  expect(items.map((lead) => lead.id)).toEqual([tenant.lead.id]);
  const board = await getBoard(db, actor, { funnelId: tenant.funnel.id });
  expect(board.steps.flatMap((step) => step.items.map((lead) => lead.id))).toEqual([
    tenant.lead.id,
  ]);
  expect(JSON.stringify(await searchLeads(db, actor, { text: 'maria' }))).not.toContain(id);
  expect(await counted()).toBe(1);
  const { secret } = await tenant.newKey({ permissions: ['leads:read'] });
  const headers = { host: tenant.host, 'x-api-key': secret };
  const answer = await send(web.port, { method: 'GET', path: `/api/leads/${id}`, headers });
  expect(answer.status).toBe(404);
});

test('a repeat of its request creates another lead', async () => {
  const person = { name: 'Ana', externalLeadId: randomUUID() };
  const headers = { 'idempotency-key': randomUUID() };
  const first = leadOf(await post(person, headers));
  expect(leadOf(await post(person, headers))).toEqual(first);
  await erase(first.id ?? '');

  const again = await post(person, headers);
  expect(again.headers).not.toHaveProperty('idempotent-replayed');
  expect(leadOf(again).id).not.toBe(first.id);
  expect(leadOf(await post(person)).id).toBe(leadOf(again).id);
});

test('of its requests only times and statuses stay; those of others stay as they are', async () => {
  const batch = { leads: [{ name: 'Ana', cidade: 'Recife' }, { name: 'Bea' }, {}] };
  const answer = await post(batch, { 'x-request-id': 'batch' }, '/batch');
  const { data } = answer.json as { data: { results: { data: { id: string } }[] } };
  await post({ name: 'Eva' }, { 'x-request-id': 'other' });
  await getRuntime().intakeLog.flush();
  await erase(data.results[0]?.data.id ?? '');

  expect(await requests()).toEqual([
    { status: 200, message: 'Erased with its lead', id: '' },
    { status: 201, message: 'Lead created successfully', id: 'batch' },
    { status: 400, message: 'name: is required', id: 'batch' },
    { status: 201, message: 'Lead created successfully', id: 'other' },
  ]);
  await expect(getLead(base.db, actor, data.results[1]?.data ?? { id: '' })).resolves.toMatchObject(
    { name: 'Bea' },
  );
});

test('a deleted lead, which is not counted again, and a test can be erased', async () => {
  const { id } = tenant.lead;
  await changeLeads(base.db, actor, { ids: [id], change: { field: 'deleted', to: true } });
  await erase(id);
  await erase(tenant.test.id);

  expect(await base.sql`select from leads where company_id = ${tenant.companyId}`).toEqual([]);
  expect(await counted()).toBe(0);
});

test('an undo and a change of an erased lead say that it is not there', async () => {
  const { id } = tenant.lead;
  const change = { field: 'status', to: 'lost' } as const;
  const { undo } = await changeLeads(base.db, actor, { ids: [id], change });
  if (!undo) throw new Error('There is nothing to undo');
  await erase(id);

  await expect(undoLeadsChange(base.db, actor, undo)).rejects.toThrow(
    'The lead is not there any more',
  );
  const edit = { id, status: { from: 'lost', to: 'new' } } as const;
  await expect(updateLead(base.db, actor, edit)).rejects.toThrow('Lead not found');
});

test('refuses a lead of another company, and one that was erased before', async () => {
  await expect(erase(foreign.lead.id)).rejects.toThrow('Lead not found');
  await erase(tenant.lead.id);
  await expect(erase(tenant.lead.id)).rejects.toThrow('Lead not found');
  await expect(getLead(base.db, foreign.system, foreign.lead)).resolves.toBeTruthy();
});
