import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addSentLeads } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { addedAtOnce } from '#db/values/comparison.ts';
import { getRuntime } from '../runtime.ts';
import { saveMapping } from '../services/api-keys/save-mapping.ts';
import { editLead } from '../services/leads/edit-lead.ts';
import { getLead } from '../services/leads/get-lead.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { expectLeadsConsistent } from '../testing/ledger.ts';
import { createTenant, type Member, type Tenant } from '../testing/tenant.ts';
import { withWebServer } from '../testing/web-server.ts';
import { type AdditionResult, addLeads, type MissingRow } from './add-leads.ts';
import { compareLeads } from './compare-leads.ts';

const database = withTestDatabase();
withWebServer(() => database.url);
let tenant: Tenant;
let other: Tenant;
let admin: Member;
let key: Awaited<ReturnType<Tenant['newKey']>>;
beforeAll(async () => {
  other = await createTenant(database.db);
});
beforeEach(async () => {
  tenant = await createTenant(database.db);
  admin = await tenant.newMember('admin');
  key = await tenant.newKey();
});

const compare = (sent: Parameters<typeof compareLeads>[2], by = admin) =>
  compareLeads(database.db, by, sent);

function add(rows: readonly MissingRow[], place: { apiKeyId?: string; stepId?: string } = {}) {
  const { panel, intake, log } = getRuntime();
  return addLeads({ db: panel.db, intake, log }, admin, {
    apiKeyId: key.id,
    stepId: tenant.stepId,
    source: 'leads.csv',
    rows,
    ...place,
  });
}

const rowOf = (externalLeadId: string, values: MissingRow['values'], row = 2) => ({
  row,
  externalLeadId,
  values,
});
const outcomes = (results: readonly AdditionResult[]) => results.map(({ outcome }) => outcome);

const countLeads = async ({ companyId }: Tenant) => {
  const [row] = await database.sql`
    select count(*)::int as leads from leads where company_id = ${companyId}`;
  return row?.leads;
};

it('names exactly the withheld 3 % and the altered 1 % of 10,000 leads, and adds each once', async () => {
  const numbers = Array.from({ length: 10_000 }, (_, index) => index);
  const withheld = new Set(numbers.filter((n) => n % 100 < 3));
  const altered = new Set(numbers.filter((n) => n % 100 === 50));
  await addSentLeads(
    database.sql,
    tenant,
    numbers.filter((n) => !withheld.has(n)),
  );
  await addSentLeads(database.sql, other, [...withheld]);
  const file = {
    ids: numbers.map((n) => String(1e15 + n)),
    name: numbers.map((n) => `Lead ${n}`),
    phones: numbers.map((n) => `+55 11 9${String(n).padStart(8, '0')}`),
    email: numbers.map((n) => (altered.has(n) ? `other${n}@example.com` : `lead${n}@example.com`)),
  };

  const first = await compare(file);
  expect(first.missing).toEqual([...withheld]);
  expect(first.deleted).toEqual([]);
  expect(first.different.map(({ index }) => index)).toEqual([...altered]);
  expect(first.different[0]?.differences).toEqual([
    { field: 'email', stored: 'lead50@example.com', isEdited: false },
  ]);

  const rows = first.missing.map((index) =>
    rowOf(
      file.ids[index] ?? '',
      {
        name: file.name[index] ?? '',
        phones: file.phones[index] ?? '',
        email: file.email[index] ?? '',
      },
      index + 2,
    ),
  );
  expect(rows.length).toBeLessThanOrEqual(addedAtOnce);
  expect(new Set(outcomes(await add(rows)))).toEqual(new Set(['added']));
  expect(await countLeads(tenant)).toBe(10_000);

  const second = await compare(file);
  expect(second.missing).toEqual([]);
  expect(second.different).toHaveLength(altered.size);
  expect(new Set(outcomes(await add(rows)))).toEqual(new Set(['present']));
  expect(await countLeads(tenant)).toBe(10_000);
  expect(await countLeads(other)).toBe(withheld.size);
});

it('adds a row as the key would: with its mapping, other columns as custom fields', async () => {
  await saveMapping(database.db, admin, {
    id: key.id,
    rules: [{ path: ['cidade'], field: 'customFields', name: 'city' }],
    comesFrom: { source: 'meta', medium: 'paid_social', channel: 'paid_social' },
    version: 0,
  });
  const values = {
    name: 'Ana',
    phones: '11 98765-4321',
    campaign_name: 'Spring',
    cidade: 'Santos',
    'how many rooms?': '3',
  };
  const [added] = await add([rowOf('77', values)]);
  expect(added).toMatchObject({ row: 2, outcome: 'added', message: '' });

  const lead = await getLead(database.db, admin, { id: added?.leadId ?? '' });
  expect(lead).toMatchObject({
    name: 'Ana',
    source: 'meta',
    campaignName: 'Spring',
    customFields: { city: 'Santos', 'how many rooms?': '3' },
  });
  expect(lead.events.at(-1)).toMatchObject({
    type: 'added',
    from: 'leads.csv',
    actorName: admin.name,
  });
  expect(await readAuditLog(database, tenant.companyId)).toMatchObject([
    { action: 'apiKeys.saveMapping' },
    {
      action: 'comparison.add',
      subject_id: key.id,
      subject_name: key.name,
      details: { leads: 1, file: 'leads.csv' },
    },
  ]);
  await expectLeadsConsistent(database.sql, tenant.companyId);
});

it('returns why a row is refused, and adds the others', async () => {
  const results = await add([
    rowOf('1', { city: 'Santos' }, 2),
    rowOf('2', { name: 'Bia' }, 3),
    rowOf('2', { name: 'Bia again' }, 4),
    rowOf('3', { name: 'Caio', is_test: 'true' }, 5),
  ]);

  expect(results).toMatchObject([
    { row: 2, outcome: 'refused', message: expect.stringContaining('name: is required') },
    { row: 3, outcome: 'added' },
    { row: 4, outcome: 'present' },
    { row: 5, outcome: 'refused', message: 'The row says that it is a test' },
  ]);
  expect(await countLeads(tenant)).toBe(1);
});

it('adds a lead once when two admins add it to different steps at once', async () => {
  const step = await tenant.newStep();
  const row = [rowOf('1', { name: 'Ana' })];
  const both = await Promise.all([add(row), add(row, { stepId: step.id })]);

  expect(both.map(outcomes).sort()).toEqual([['added'], ['present']]);
  expect(await countLeads(tenant)).toBe(1);
});

it('keeps the id of the row where a mapping reads another column as the id', async () => {
  await saveMapping(database.db, admin, {
    id: key.id,
    rules: [{ path: ['ad_id'], field: 'externalLeadId' }],
    comesFrom: null,
    version: 0,
  });
  await add([rowOf('1', { name: 'Ana', ad_id: '999' })]);

  expect((await compare({ ids: ['1', '999'] })).missing).toEqual([1]);
});

it('finds a lead in any step, says that one is deleted, and takes no test for a lead', async () => {
  const step = await tenant.newStep();
  await add([rowOf('moved', { name: 'Ana' }), rowOf('gone', { name: 'Bia' })]);
  await add([rowOf('test', { name: 'Caio' })]);
  const { companyId } = tenant;
  await database.sql`
    update leads set step_id = ${step.id}, api_key_id = null
    where company_id = ${companyId} and external_lead_id = 'moved'`;
  await database.sql`
    update leads set deleted_at = now()
    where company_id = ${companyId} and external_lead_id = 'gone'`;
  await database.sql`
    update leads set origin = 'test' where company_id = ${companyId} and external_lead_id = 'test'`;

  const ids = ['moved', 'gone', 'test', '{"odd\\'];
  expect(await compare({ ids })).toEqual({ missing: [2, 3], deleted: [1], different: [] });
  expect(outcomes(await add([rowOf('gone', { name: 'Bia' })]))).toEqual(['present']);
});

it('marks what a member has edited since', async () => {
  const [added] = await add([rowOf('1', { name: 'Ana', email: 'ana@example.com' })]);
  const id = added?.leadId ?? '';
  await editLead(database.db, admin, { id, name: { from: 'Ana', to: 'Ana Lima' } });

  const sent = { ids: ['1'], name: ['Ana'], email: ['ana@example.org'] };
  expect((await compare(sent)).different).toEqual([
    {
      index: 0,
      leadId: id,
      differences: [
        { field: 'name', stored: 'Ana Lima', isEdited: true },
        { field: 'email', stored: 'ana@example.com', isEdited: false },
      ],
    },
  ]);
});

it('refuses a test key, one that may not send, and a step out of its reach', async () => {
  const row = [rowOf('1', { name: 'Ana' })];
  const test = await tenant.newKey({ kind: 'rehearsal' });
  const reader = await tenant.newKey({ permissions: ['leads:read'] });

  await expect(add(row, { apiKeyId: test.id })).rejects.toThrow('What a test key sends are tests');
  await expect(add(row, { apiKeyId: reader.id })).rejects.toThrow('may not send leads');
  await expect(add(row, { apiKeyId: (await other.newKey()).id })).rejects.toThrow('not found');
  await expect(add(row, { stepId: other.stepId })).rejects.toThrow('not found');
  await database.sql`
    update steps set archived_at = now()
    where company_id = ${tenant.companyId} and id = ${tenant.stepId}`;
  await expect(add(row)).rejects.toThrow('This step is archived');
  expect(await countLeads(tenant)).toBe(0);
});
