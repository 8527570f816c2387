import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createAcme, expectOneLine, idAnd, withCli } from './testing.ts';

const { database, call, callJson } = withCli();
const issued = idAnd({ secret: z.string().regex(/^lk_[0-9A-Za-z]{38}$/) });
const listedKey = z.looseObject({ id: z.string() });
const listedCompany = z.looseObject({ slug: z.string() });
const turned = idAnd({ status: z.string() });
const world = { stepId: '', foreignStepId: '' };

beforeAll(async () => {
  const { sales, labs } = await createAcme(database);
  world.stepId = sales.id;
  world.foreignStepId = labs.id;
});

test('create prints ID and secret; list does not print the secret', async () => {
  const key = await callJson(issued, 'keys create --company sales --name One');
  const { stdout } = await call('keys list --company sales --json');
  const [listed] = z.array(listedKey).parse(JSON.parse(stdout));

  expect(stdout).not.toContain(key.secret);
  expect(listed).toMatchObject({
    id: key.id,
    name: 'One',
    status: 'active',
    permissions: ['leads:create'],
    expiresAt: null,
    steps: [],
  });
});

test('create --test creates a test key', async () => {
  const key = await callJson(issued, 'keys create --company sales --name Trying --test');
  const listed = await callJson(z.array(listedKey), 'keys list --company sales');

  expect(listed.find(({ id }) => id === key.id)).toMatchObject({ kind: 'rehearsal' });
  expect(listed.filter(({ id }) => id !== key.id)).toMatchObject([{ kind: 'live' }]);
  expect((await call('keys list --company sales')).stdout).toMatch(/Trying.*rehearsal/);
});

test('create accepts expiry, permissions and steps', async () => {
  const settings = `--permissions none --expires-at 2099-01-31T20:00:00+02:00 --steps ${world.stepId}`;
  const key = await callJson(issued, `keys create --company sales --name Limited ${settings}`);
  const listed = await callJson(z.array(listedKey), 'keys list --company sales');

  expect(listed.find(({ id }) => id === key.id)).toMatchObject({
    permissions: [],
    expiresAt: '2099-01-31T18:00:00.000Z',
    steps: [{ id: world.stepId, name: 'New', funnelName: 'Buyers' }],
  });
});

test('a day as expiry is the last one, to its end in the time zone of the company', async () => {
  const create =
    'companies create kathmandu --application acme --name K --time-zone Asia/Kathmandu';
  expect((await call(create)).exitCode).toBe(0);
  await call('keys create --company kathmandu --name Fair --expires-at 2099-01-31');
  const [key] = await callJson(z.array(listedKey), 'keys list --company kathmandu');

  expect(key).toMatchObject({ expiresAt: '2099-01-31T18:15:00.000Z' });
  const companies = await callJson(z.array(listedCompany), 'companies list');
  expect(companies.find(({ slug }) => slug === 'kathmandu')).toMatchObject({ country: 'NP' });
  const nowhere = create.replace('create k', 'create m').concat(' --country ZZ');
  expectOneLine(await call(nowhere), 2, /no country "ZZ"/);
  const unknown = create.replace('Asia/Kathmandu', 'Mars/Base').replace('create k', 'create m');
  expectOneLine(await call(unknown), 2, /no time zone "Mars\/Base"/);
});

test('deactivate and activate need only the ID of the key', async () => {
  const { id } = await callJson(issued, 'keys create --company labs --name Switch');

  expect(await callJson(turned, `keys deactivate ${id}`)).toEqual({ id, status: 'inactive' });
  expect(await callJson(turned, `keys activate ${id}`)).toEqual({ id, status: 'active' });
});

test('refuses a step of another company like an unknown one', async () => {
  const line = `keys create --company sales --name Wrong --steps ${world.foreignStepId}`;

  expectOneLine(await call(line), 3, /Step not found/);
});
