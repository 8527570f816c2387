import { beforeEach, expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { SystemActor, UserActor } from '../actor.ts';
import { deactivateApiKey } from '../api-keys/deactivate-api-key.ts';
import { InvalidError } from '../errors.ts';
import { renameFunnel } from '../funnels/rename-funnel.ts';
import { moveLead } from '../leads/move-lead.ts';
import { updateLead } from '../leads/update-lead.ts';
import { listAuditEntries } from './list-audit-entries.ts';

const base = withTestDatabase();

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'admin'));
});

const list = (query: Parameters<typeof listAuditEntries>[2] = {}) =>
  listAuditEntries(base.db, actor, query);
const rename = (name: string) => renameFunnel(base.db, actor, { id: tenant.funnel.id, name });
const namesOf = ({ items }: Awaited<ReturnType<typeof list>>) =>
  items.map(({ subjectName }) => subjectName);

test('check 45: pages go through all entries, the newest first, also of one moment', async () => {
  const { companyId } = tenant;
  const at = '2026-03-04T05:06:07.089Z';
  await base.sql`
    insert into audit_log (company_id, id, action, actor_kind, actor_name, subject_name, created_at)
    select ${companyId}, gen_random_uuid(), 'x.y', 'system', 'Command line', n::text,
      ${at}::timestamptz + make_interval(secs => n / 3)
    from generate_series(0, 10) n`;

  const seen: (string | null)[] = [];
  let cursor: string | null = null;
  do {
    const page = await list({ limit: 4, cursor });
    seen.push(...namesOf(page));
    cursor = page.nextCursor;
  } while (cursor);
  const pages = seen.map(Number);
  expect(pages.map((n) => Math.floor(n / 3))).toEqual([3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0]);
  expect(new Set(pages).size).toBe(11);
  await expect(list({ cursor: 'junk' })).rejects.toThrow(InvalidError);
});

test('check 45: filters by who, what and from when', async () => {
  const operator: SystemActor = {
    kind: 'system',
    name: 'Command line',
    companyId: tenant.companyId,
  };
  await rename('By Ada');
  await deactivateApiKey(base.db, operator, tenant.key);

  expect(namesOf(await list({ who: actor.userId }))).toEqual(['By Ada']);
  expect(namesOf(await list({ who: 'system' }))).toEqual([tenant.key.name]);
  expect(namesOf(await list({ what: 'funnels' }))).toEqual(['By Ada']);
  expect(namesOf(await list({ what: 'signIns' }))).toEqual([]);
  expect(namesOf(await list({ from: '2020-01-01' }))).toHaveLength(2);
  expect(namesOf(await list({ from: '2999-01-01' }))).toEqual([]);
  expect(namesOf(await list({ who: 'system', what: 'funnels' }))).toEqual([]);
});

test('check 45: a day starts where the user is, else where the company is', async () => {
  const { companyId } = tenant;
  await base.sql`
    insert into audit_log (company_id, id, action, actor_kind, actor_name, subject_name, created_at)
    values (${companyId}, gen_random_uuid(), 'x.y', 'system', 'Command line', 'late',
      '2026-03-04T20:00:00Z')`;
  const from = async () => (await list({ from: '2026-03-05' })).items.length;

  expect(await from()).toBe(0);
  await base.sql`update companies set time_zone = 'Asia/Kathmandu' where id = ${companyId}`;
  expect(await from()).toBe(1);
  await base.sql`update users set time_zone = 'America/Sao_Paulo' where id = ${actor.userId}`;
  expect(await from()).toBe(0);
});

test('check 45: filters by the last day, which is included', async () => {
  await base.sql`
    insert into audit_log (company_id, id, action, actor_kind, actor_name, subject_name, created_at)
    select ${tenant.companyId}, gen_random_uuid(), 'x.y', 'system', 'Command line', at, at::timestamptz
    from unnest(array['2026-03-04T23:59:59.999Z', '2026-03-05T00:00:00Z']) at`;

  expect(namesOf(await list({ until: '2026-03-03' }))).toEqual([]);
  expect(namesOf(await list({ until: '2026-03-04' }))).toEqual(['2026-03-04T23:59:59.999Z']);
  expect(namesOf(await list({ from: '2026-03-05', until: '2026-03-05' }))).toHaveLength(1);
});

test('check 45: shows the changes of leads among the other entries, and alone', async () => {
  const { lead, otherStep, step } = tenant;
  await rename('Buyers');
  await updateLead(base.db, actor, { id: lead.id, status: { from: 'new', to: 'lost' } });
  const move = { from: step.id, to: otherStep.id };
  await moveLead(base.db, actor, { id: lead.id, step: move });
  await moveLead(
    base.db,
    { ...foreign.system, name: 'X' },
    {
      id: foreign.lead.id,
      step: { from: foreign.step.id, to: foreign.otherStep.id },
    },
  );

  const changes = [
    {
      action: 'leads.move',
      actorKind: 'user',
      actorName: actor.name,
      subjectName: lead.name,
      leadId: lead.id,
      details: { step: { from: step.name, to: otherStep.name } },
    },
    { action: 'leads.update', details: { status: { from: 'new', to: 'lost' } } },
  ];
  expect((await list({ what: 'leads' })).items).toMatchObject(changes);
  expect((await list()).items).toMatchObject([...changes, { action: 'funnels.rename' }]);
  expect((await list({ who: actor.userId, what: 'leads', limit: 1 })).items).toHaveLength(1);
  expect((await list({ who: 'system' })).items).toEqual([]);

  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, cursor: first.nextCursor });
  expect([...first.items, ...second.items]).toEqual((await list()).items);
});

test('check 45: another company is never seen: neither its entries nor its members', async () => {
  const stranger: SystemActor = { kind: 'system', name: 'X', companyId: foreign.companyId };
  await renameFunnel(base.db, stranger, { id: foreign.funnel.id, name: 'Elsewhere' });

  expect(await list()).toEqual({
    items: [],
    members: [actor, tenant.colleague]
      .map(({ userId, name }) => ({ id: userId, name }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
    nextCursor: null,
  });
});
