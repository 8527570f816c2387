import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApplication, createCompany } from '#db/factories/applications.ts';
import { createAcme, expectOneLine, idAnd, withCli } from './testing.ts';

const { database, cli, json } = withCli();

beforeAll(async () => {
  await createAcme(database);
});

describe('setting up an installation', () => {
  test('from nothing to a key', async () => {
    await json(idAnd({}), 'applications', 'create', 'initech', '--name', 'Initech');
    await json(
      z.strictObject({ host: z.literal('crm.initech.test'), application: z.literal('initech') }),
      ...['hosts', 'add', 'CRM.initech.test.:443', '--application', 'initech'],
    );
    await json(
      idAnd({}),
      'companies',
      'create',
      'initech-sales',
      '--application',
      'initech',
      '--name',
      'Sales',
    );
    const user = await json(
      idAnd({ email: z.string(), password: z.string().min(16) }),
      ...[
        'users',
        'create',
        'Bill@Initech.test',
        '--company',
        'initech-sales',
        '--role',
        'admin',
        '--name',
        'Bill',
      ],
    );
    const funnel = await json(
      idAnd({ steps: z.array(idAnd({ name: z.string() })) }),
      ...['funnels', 'create', 'Buyers', '--company', 'initech-sales', '--steps', 'New, Won'],
    );
    const step = funnel.steps[0]?.id ?? '';
    await json(
      idAnd({ secret: z.string() }),
      'keys',
      'create',
      '--company',
      'initech-sales',
      '--name',
      'Form',
      '--steps',
      step,
    );

    expect(user.email).toBe('bill@initech.test');
    expect(funnel.steps.map(({ name }) => name)).toEqual(['New', 'Won']);
    const applications = await json(
      z.array(z.looseObject({ slug: z.string() })),
      'applications',
      'list',
    );
    expect(applications.find(({ slug }) => slug === 'initech')).toMatchObject({
      hosts: ['crm.initech.test'],
      companies: 1,
    });
  });

  test('takes a password from stdin and does not print it', async () => {
    const args = [
      'users',
      'create',
      'pipe@acme.test',
      '--company',
      'sales',
      '--role',
      'agent',
      '--name',
      'Pipe',
    ];
    const refused = await cli([...args, '--password-stdin'], { input: 'short\n' });
    const created = await cli([...args, '--password-stdin'], { input: 'long enough to do\n' });
    const again = await cli([...args, '--password-stdin'], { input: 'long enough to do\n' });

    expectOneLine(refused, 2, /10 to 200 characters/);
    expect(created).toMatchObject({ exitCode: 0, stderr: '' });
    expect(created.stdout).not.toContain('long enough');
    expectOneLine(again, 1, /pipe@acme\.test in this application already/);
  });

  test('a user becomes a member of a second company, but not of another application', async () => {
    await cli([
      'users',
      'create',
      'two@acme.test',
      '--company',
      'sales',
      '--role',
      'agent',
      '--name',
      'Two',
    ]);
    const role = ['users', 'role', 'two@acme.test', '--role', 'viewer', '--company'];

    expect(await cli([...role, 'labs'])).toMatchObject({ exitCode: 0 });
    const { id } = await createApplication(database.db);
    const { slug } = await createCompany(database.db, { applicationId: id });
    expectOneLine(await cli([...role, slug]), 3, /no user two@acme\.test/);
  });

  test('a host has one owner; adding it twice is no error', async () => {
    await createApplication(database.db, { slug: 'other' });
    const add = (application: string) =>
      cli(['hosts', 'add', 'one.test', '--application', application]);

    expect(await add('acme')).toMatchObject({ exitCode: 0 });
    expect(await add('acme')).toMatchObject({ exitCode: 0 });
    expectOneLine(await add('other'), 1, /belongs to another application/);
  });

  test('any host is only for a single application', async () => {
    await createApplication(database.db);

    expectOneLine(
      await cli(['hosts', 'add', '*', '--application', 'acme']),
      1,
      /single application/,
    );
  });
});

describe('a single application', () => {
  const single = withCli();
  const run = (...args: string[]) => single.cli(args);

  test('may answer on any host, and then stays the only one', async () => {
    await run('applications', 'create', 'solo', '--name', 'Solo');
    expect(await run('hosts', 'add', '*', '--application', 'solo')).toMatchObject({ exitCode: 0 });

    expectOneLine(
      await run('applications', 'create', 'second', '--name', 'Second'),
      1,
      /The host \*/,
    );
    expect(await run('hosts', 'remove', '*')).toMatchObject({ exitCode: 0 });
    expect(await run('applications', 'create', 'second', '--name', 'Second')).toMatchObject({
      exitCode: 0,
    });
  });
});
