import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApplication, createCompany } from '#db/factories/applications.ts';
import { createUser } from '#db/factories/users.ts';
import { demo } from '#db/seed/demo.ts';
import { createAcme, expectOneLine, idAnd, withCli } from './testing.ts';

const { database, cli, call, callJson } = withCli();
const created = idAnd({});
const done = { exitCode: 0, stderr: '' };

beforeAll(async () => {
  await createAcme(database);
});

test('sets up an empty installation up to a key', async () => {
  await callJson(created, 'applications create initech --name Initech');
  await callJson(
    z.strictObject({ host: z.literal('crm.initech.test'), application: z.literal('initech') }),
    'hosts add CRM.initech.test.:443 --application initech',
  );
  await callJson(created, 'companies create initech-sales --application initech --name Sales');
  const user = await callJson(
    idAnd({ email: z.string(), password: z.string().min(16) }),
    'users create Bill@Initech.test --company initech-sales --role admin --name Bill',
  );
  const funnel = await callJson(
    idAnd({ steps: z.array(idAnd({ name: z.string() })) }),
    'funnels create "New buyers" --company initech-sales --steps "New, Won"',
  );
  await callJson(
    idAnd({ secret: z.string() }),
    `keys create --company initech-sales --name Form --steps ${funnel.steps[0]?.id}`,
  );

  expect(user.email).toBe('bill@initech.test');
  expect(funnel.steps.map(({ name }) => name)).toEqual(['New', 'Won']);
  const application = z.looseObject({ slug: z.string() });
  const applications = await callJson(z.array(application), 'applications list');
  expect(applications.find(({ slug }) => slug === 'initech')).toMatchObject({
    hosts: ['crm.initech.test'],
    companies: 1,
  });
});

test('reads a password from stdin and does not print it', async () => {
  const line =
    'users create pipe@acme.test --company sales --role agent --name Pipe --password-stdin';
  const short = await call(line, { input: 'short\n' });
  const enough = await cli(line, { input: 'long enough to do\n' });
  const again = await call(line, { input: 'long enough to do\n' });

  expectOneLine(short, 2, /10 to 200 characters/);
  expect(enough).toMatchObject(done);
  expect(enough.stdout).not.toContain('long enough');
  expectOneLine(again, 1, /pipe@acme\.test in this application already/);
});

test('adds a user to a second company, but not to one of another application', async () => {
  await call('users create two@acme.test --company sales --role agent --name Two');
  const setRole = (company: string) =>
    call(`users role two@acme.test --role viewer --company ${company}`);

  expect(await setRole('labs')).toMatchObject(done);
  const { id } = await createApplication(database.db);
  const { slug } = await createCompany(database.db, { applicationId: id });
  expectOneLine(await setRole(slug), 3, /no user two@acme\.test/);
});

test('refuses a host of another application; adding a host twice is no error', async () => {
  await createApplication(database.db, { slug: 'other' });
  const add = (application: string) => call(`hosts add one.test --application ${application}`);

  expect(await add('acme')).toMatchObject(done);
  expect(await add('acme')).toMatchObject(done);
  expectOneLine(await add('other'), 1, /belongs to another application/);
});

test('gives a demo application another host only with --allow-demo-accounts', async () => {
  const { id: applicationId } = await createApplication(database.db, { slug: 'demo' });
  const { id } = await createUser(database.db, {
    applicationId,
    email: demo.emails.admin,
    passwordHash: 'demo',
  });
  const add = (more = '') => call(`hosts add demo.test --application demo ${more}`);

  expectOneLine(await add(), 1, /demo accounts, whose password is public.*--allow-demo-accounts/);
  expectOneLine(await call('hosts remove demo.test'), 3, /No application has the host/);
  expect(await add('--allow-demo-accounts')).toMatchObject(done);
  expect(await add()).toMatchObject(done);

  await database.sql`update users set deactivated_at = now() where id = ${id}`;
  expect(await call('hosts add crm.test --application demo')).toMatchObject(done);
});

test('refuses the host * with several applications', async () => {
  await createApplication(database.db);

  expectOneLine(await call('hosts add * --application acme'), 1, /single application/);
});

describe('with a single application', () => {
  const single = withCli();

  test('accepts the host *, and then refuses a second application', async () => {
    await single.call('applications create solo --name Solo');
    expect(await single.call('hosts add * --application solo')).toMatchObject(done);

    const createSecond = 'applications create second --name Second';
    expectOneLine(await single.call(createSecond), 1, /The host \*/);
    expect(await single.call('hosts remove *')).toMatchObject(done);
    expect(await single.call(createSecond)).toMatchObject(done);
  });
});
