import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Topic } from '#db/announce.ts';
import { createApplication } from '#db/factories/applications.ts';
import { withTestDatabase } from '#db/testing.ts';
import { keyPepper } from '#server/testing/secrets.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import { noLeads } from '../usage/lead-counts.ts';
import { writeUsage } from '../usage/write-usage.ts';
import type { UserActor } from './actor.ts';
import { activateApiKey } from './api-keys/activate-api-key.ts';
import { createApiKey } from './api-keys/create-api-key.ts';
import { deactivateApiKey } from './api-keys/deactivate-api-key.ts';
import { deleteApiKey } from './api-keys/delete-api-key.ts';
import { rotateApiKey } from './api-keys/rotate-api-key.ts';
import { updateApiKey } from './api-keys/update-api-key.ts';
import { addHost } from './applications/add-host.ts';
import { removeHost } from './applications/remove-host.ts';
import { archiveFunnel } from './funnels/archive-funnel.ts';
import { createFunnel } from './funnels/create-funnel.ts';
import { renameFunnel } from './funnels/rename-funnel.ts';
import { restoreFunnel } from './funnels/restore-funnel.ts';
import { archiveStep } from './steps/archive-step.ts';
import { createStep } from './steps/create-step.ts';
import { renameStep } from './steps/rename-step.ts';
import { restoreStep } from './steps/restore-step.ts';

const base = withTestDatabase();
const heard: string[] = [];
let listener: postgres.Sql;
let actor: UserActor;
let tenant: FullTenant;

beforeAll(async () => {
  listener = postgres(base.url, { max: 1 });
  await listener.listen('leadgate', (topic) => heard.push(topic));
});
afterAll(() => listener.end());
beforeEach(async () => {
  ({ actor, tenant } = await createTenants(base.db, 'admin'));
});

const settings = {
  name: 'Website',
  permissions: ['leads:create'] as const,
  expiresAt: null,
  funnelIds: [],
  stepIds: [],
};

const acts: [what: string, topics: Topic[], act: () => Promise<unknown>][] = [
  ['a new key', ['keys'], () => createApiKey(base.db, actor, settings, { keyPepper })],
  [
    'a changed key',
    ['keys'],
    () => updateApiKey(base.db, actor, { ...settings, id: tenant.key.id }),
  ],
  [
    'a rotated key',
    ['keys'],
    () => rotateApiKey(base.db, actor, { id: tenant.key.id, overlap: '1h' }, { keyPepper }),
  ],
  ['a deactivated key', ['keys'], () => deactivateApiKey(base.db, actor, tenant.key)],
  ['an activated key', ['keys'], () => activateApiKey(base.db, actor, tenant.inactiveKey)],
  ['a deleted key', ['keys'], () => deleteApiKey(base.db, actor, tenant.inactiveKey)],
  [
    'a key that is inactive already',
    [],
    () => deactivateApiKey(base.db, actor, tenant.inactiveKey),
  ],
  [
    'a new funnel',
    ['steps'],
    () => createFunnel(base.db, actor, { name: 'Buyers', steps: [{ name: 'New' }] }),
  ],
  [
    'a new name of a funnel',
    [],
    () => renameFunnel(base.db, actor, { ...tenant.funnel, name: 'X' }),
  ],
  [
    'an archived and a restored funnel',
    ['steps', 'steps'],
    async () => {
      await archiveFunnel(base.db, actor, tenant.funnel);
      await restoreFunnel(base.db, actor, tenant.funnel);
    },
  ],
  [
    'a new step',
    ['steps'],
    () => createStep(base.db, actor, { funnelId: tenant.funnel.id, name: 'Later' }),
  ],
  ['a new name of a step', [], () => renameStep(base.db, actor, { ...tenant.step, name: 'X' })],
  [
    'an archived and a restored step',
    ['steps', 'steps'],
    async () => {
      await archiveStep(base.db, actor, tenant.otherStep);
      await restoreStep(base.db, actor, tenant.otherStep);
    },
  ],
  [
    'a new and a removed host',
    ['hosts', 'hosts'],
    async () => {
      const { slug } = await createApplication(base.db);
      await addHost(base.db, { host: 'new.test', applicationSlug: slug });
      await removeHost(base.db, 'new.test');
    },
  ],
];

let marks = 0;

/** Announces a mark, and resolves with how much was heard before it. */
async function heardUntilNow(): Promise<number> {
  marks += 1;
  const mark = `mark ${marks}`;
  await base.sql`select pg_notify('leadgate', ${mark})`;
  await expect.poll(() => heard).toContain(mark);

  return heard.indexOf(mark);
}

/** What was announced while `act` ran. */
async function topicsOf(act: () => Promise<unknown>): Promise<string[]> {
  const begin = await heardUntilNow();
  await act();

  return heard.slice(begin + 1, await heardUntilNow());
}

test.each(acts)('announces %s as %j', async (_, topics, act) => {
  expect(await topicsOf(act)).toEqual(topics);
});

test('announces nothing when the change is not committed', async () => {
  const change = () =>
    base.db.transaction(async (tx) => {
      await archiveStep(tx, actor, tenant.otherStep);
      throw new Error('refused');
    });

  expect(await topicsOf(() => expect(change()).rejects.toThrow('refused'))).toEqual([]);
});

test('announces that a rotated key retires, once its successor is first used', async () => {
  const { companyId } = tenant;
  const id = { id: tenant.key.id, overlap: '1h' } as const;
  const { key } = await rotateApiKey(base.db, actor, id, { keyPepper });
  const nothing = { counts: new Map(), ignored: new Map(), leads: noLeads() };
  const used = { companyId, apiKeyId: key.id, client: null, ...nothing };
  const use = () => writeUsage(base.sql, [used]);

  expect(await topicsOf(use)).toEqual(['keys']);
  expect(await topicsOf(use)).toEqual([]);
});
