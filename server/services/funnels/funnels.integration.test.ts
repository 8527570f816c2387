import { beforeEach, expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { stepsPerFunnel } from '#db/values/limits.ts';
import { dayIn } from '#db/values/time-zone.ts';
import { companySettings, createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { updateCompany } from '../companies/update-company.ts';
import { ConflictError, InvalidError, LimitReachedError, NotFoundError } from '../errors.ts';
import { archiveStep } from '../steps/archive-step.ts';
import { createStep } from '../steps/create-step.ts';
import { getStep } from '../steps/get-step.ts';
import { renameStep } from '../steps/rename-step.ts';
import { reorderSteps } from '../steps/reorder-steps.ts';
import { restoreStep } from '../steps/restore-step.ts';
import { archiveFunnel } from './archive-funnel.ts';
import { createFunnel } from './create-funnel.ts';
import { getFunnel } from './get-funnel.ts';
import { listFunnels } from './list-funnels.ts';
import { renameFunnel } from './rename-funnel.ts';
import { reorderFunnels } from './reorder-funnels.ts';
import { restoreFunnel } from './restore-funnel.ts';

const base = withTestDatabase();
const day = 86_400_000;

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'admin'));
});

const create = (name: string, steps: string[] = []) =>
  createFunnel(base.db, actor, { name, steps: steps.map((step) => ({ name: step })) });
const names = async (archived = false) =>
  (await listFunnels(base.db, actor, { archived })).items.map((funnel) => funnel.name);
const stepNames = async (id: string) =>
  (await getFunnel(base.db, actor, { id })).steps.map((step) => step.name);

test('a funnel is created with its steps in order, behind the others', async () => {
  const { id } = await create('Second', ['New', 'Won', 'Lost']);

  expect(await names()).toEqual([tenant.funnel.name, 'Second']);
  expect(await stepNames(id)).toEqual(['New', 'Won', 'Lost']);
  expect(await stepNames((await create('Empty')).id)).toEqual([]);
});

test('counts come from the counters, archived steps included', async () => {
  const { companyId, funnel, step, otherStep } = tenant;
  const put = (stepId: string, ago: number) =>
    createLead(base.db, { companyId, stepId, createdAt: new Date(Date.now() - ago * day) });
  await put(step.id, 1);
  await put(otherStep.id, 13);
  await put(otherStep.id, 14);
  await base.sql`update steps set archived_at = now() where id = ${otherStep.id}`;

  const { items, counts } = await listFunnels(base.db, actor, { archived: false });
  expect(counts).toEqual({ current: 1, archived: 0 });
  expect(items).toEqual([
    {
      id: funnel.id,
      name: funnel.name,
      archivedAt: null,
      steps: 1,
      leads: 4,
      leadsToday: 1,
      isCapped: false,
      lastLeadAt: tenant.lead.createdAt,
      days: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
    },
  ]);

  const view = await getFunnel(base.db, actor, { id: funnel.id });
  expect(view.leads).toBe(4);
  expect(view.steps).toMatchObject([
    { id: step.id, leads: 2, leadsToday: 1, lastLeadAt: tenant.lead.createdAt, archivedAt: null },
    { id: otherStep.id, leads: 2, leadsToday: 0, archivedAt: expect.any(Date) },
  ]);
  expect(await getStep(base.db, actor, { id: step.id })).toMatchObject({
    leads: 2,
    funnel: { id: funnel.id, name: funnel.name, archivedAt: null },
  });
});

test('today is the day in the time zone of the company', async () => {
  const { companyId } = tenant;
  const { id } = await create('Far east and west', ['New']);
  const [step] = (await getFunnel(base.db, actor, { id })).steps;
  const zones = ['Etc/GMT+12', 'Etc/GMT-14'];
  for (const zone of zones) {
    const day = dayIn(zone, new Date());
    await createLead(base.db, { companyId, stepId: step?.id ?? '', day });
  }

  const seen = [];
  for (const timeZone of zones) {
    await updateCompany(base.db, actor, { ...companySettings, timeZone });
    const { items } = await listFunnels(base.db, actor, { archived: false });
    const listed = items.find((funnel) => funnel.id === id);
    const view = await getStep(base.db, actor, { id: step?.id ?? '' });
    seen.push([listed?.leadsToday, view.leadsToday, listed?.days.slice(-3).join(' ')]);
  }
  // Their days are always one or two apart.
  expect(seen).toEqual([
    [1, 1, '0 0 1'],
    [1, 1, expect.stringMatching(/^(0 1|1 0) 1$/)],
  ]);
});

test('a funnel without leads has zeros and no last lead', async () => {
  const { id } = await create('Empty', ['New']);
  const { items } = await listFunnels(base.db, actor, { archived: false });

  expect(items.find((funnel) => funnel.id === id)).toMatchObject({
    leads: 0,
    leadsToday: 0,
    lastLeadAt: null,
    days: Array(14).fill(0),
  });
});

test('reorder takes funnels of the company, and those added or archived meanwhile do not matter', async () => {
  const second = await create('Second');
  const third = await create('Third');
  const own = tenant.funnel.id;
  const reorder = (ids: string[]) => reorderFunnels(base.db, actor, { ids });

  await reorder([third.id, own, second.id]);
  expect(await names()).toEqual(['Third', tenant.funnel.name, 'Second']);
  await reorder([second.id, own]);
  expect(await names()).toEqual(['Second', tenant.funnel.name, 'Third']);
  await archiveFunnel(base.db, actor, { id: second.id });
  await reorder([third.id, second.id, own]);
  expect(await names()).toEqual(['Third', tenant.funnel.name]);
  await expect(reorder([own, own, third.id])).rejects.toThrow(InvalidError);
  await expect(reorder([own, second.id, third.id, foreign.funnel.id])).rejects.toThrow(
    NotFoundError,
  );
  expect(await names()).toEqual(['Third', tenant.funnel.name]);
});

test('reorder takes steps of the funnel, and those added meanwhile follow', async () => {
  const { funnel, step, otherStep } = tenant;
  const reorder = (ids: string[]) => reorderSteps(base.db, actor, { funnelId: funnel.id, ids });

  await reorder([otherStep.id, step.id]);
  expect(await stepNames(funnel.id)).toEqual([otherStep.name, step.name]);
  await reorder([step.id]);
  expect(await stepNames(funnel.id)).toEqual([step.name, otherStep.name]);
  await expect(reorder([step.id, foreign.step.id])).rejects.toThrow(NotFoundError);
  expect(await stepNames(funnel.id)).toEqual([step.name, otherStep.name]);
});

test('archive and restore, each twice, come out the same; restored comes last', async () => {
  const { id } = tenant.funnel;
  await create('Second');
  await archiveFunnel(base.db, actor, { id });
  const first = await getFunnel(base.db, actor, { id });
  await archiveFunnel(base.db, actor, { id });

  expect(await names(true)).toEqual([tenant.funnel.name]);
  expect((await getFunnel(base.db, actor, { id })).archivedAt).toEqual(first.archivedAt);
  await expect(createStep(base.db, actor, { funnelId: id, name: 'New' })).rejects.toThrow(
    ConflictError,
  );

  await restoreFunnel(base.db, actor, { id });
  await restoreFunnel(base.db, actor, { id });
  expect(await names()).toEqual(['Second', tenant.funnel.name]);
});

test('a restored step comes last, and no funnel has more than thirty', async () => {
  const { funnel, step, otherStep } = tenant;
  await archiveStep(base.db, actor, { id: otherStep.id });
  for (let n = 1; n < stepsPerFunnel; n += 1) {
    await createStep(base.db, actor, { funnelId: funnel.id, name: `Step ${n}` });
  }

  await expect(createStep(base.db, actor, { funnelId: funnel.id, name: 'More' })).rejects.toThrow(
    LimitReachedError,
  );
  await expect(restoreStep(base.db, actor, { id: otherStep.id })).rejects.toThrow(
    LimitReachedError,
  );
  const [, next] = (await getFunnel(base.db, actor, { id: funnel.id })).steps;
  await archiveStep(base.db, actor, { id: step.id, moveTo: next?.id });
  await restoreStep(base.db, actor, { id: otherStep.id });
  await restoreStep(base.db, actor, { id: otherStep.id });
  expect((await stepNames(funnel.id)).at(-2)).toBe(otherStep.name);
});

test('rename keeps text as it was typed', async () => {
  const name = 'Zürich “🙂” <img>';
  await renameFunnel(base.db, actor, { id: tenant.funnel.id, name });
  await renameStep(base.db, actor, { id: tenant.step.id, name });

  expect(await names()).toEqual([name]);
  expect((await stepNames(tenant.funnel.id))[0]).toBe(name);
});
