import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createStep } from '#db/factories/funnels.ts';
import { createLead } from '#db/factories/leads.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { createAcme, expectOneLine, idAnd, withCli } from './testing.ts';

const { database, cli, call, json, callJson } = withCli();
const world = { companyId: '', labsId: '', funnelId: '', stepId: '' };
const lead = z.looseObject({ id: z.uuid(), name: z.string(), createdAt: z.iso.datetime() });

beforeAll(async () => {
  const { sales, labs } = await createAcme(database);
  const { companyId, funnelId, id: stepId } = sales;
  Object.assign(world, { companyId, labsId: labs.companyId, funnelId, stepId });
  for (const [index, name] of ['Oldest', 'Middle', 'New\u001b[31mest\u202E'].entries()) {
    const createdAt = new Date(Date.UTC(2026, 0, 1 + index));
    await createLead(database.db, {
      companyId: sales.companyId,
      stepId: sales.id,
      name,
      createdAt,
    });
  }
});

describe('list commands', () => {
  test('lists companies', async () => {
    const companies = await callJson(
      z.array(
        idAnd({
          slug: z.string(),
          name: z.string(),
          application: z.string(),
          timeZone: z.string(),
          country: z.string().nullable(),
          createdAt: z.iso.datetime(),
        }),
      ),
      'companies list',
    );

    expect(companies.map(({ slug, application }) => `${application}/${slug}`)).toEqual([
      'acme/labs',
      'acme/sales',
    ]);
  });

  test('lists the steps of all companies or of one', async () => {
    const step = idAnd({
      name: z.string(),
      funnel: z.string(),
      company: z.string(),
      leads: z.number(),
    });
    const all = await callJson(z.array(step), 'steps list');
    const own = await callJson(z.array(step), 'steps list --company sales');

    expect(all).toHaveLength(4);
    expect(own.map(({ name, leads }) => [name, leads])).toEqual([
      ['New', 3],
      ['Won', 0],
    ]);
    expect(own[0]?.id).toBe(world.stepId);
  });

  test('lists the leads of a step, newest first, up to the limit', async () => {
    const leads = await json(z.array(lead), `leads list --step ${world.stepId} --limit 2`);

    expect(leads.map(({ name }) => name)).toEqual(['New\u001b[31mest\u202E', 'Middle']);
  });

  test('check 45: lists the audit log of a company, newest first, up to the limit', async () => {
    await call('users create ada@acme.test --company labs --role admin --name Ada');
    await call('users role ada@acme.test --company labs --role viewer');
    await call('users role ada@acme.test --company sales --role agent');
    const entry = z.looseObject({ action: z.string(), actorName: z.string() });
    const list = (rest: string) => callJson(z.array(entry), `audit list --company ${rest}`);

    expect(await list('labs')).toMatchObject([
      { action: 'members.changeRole', details: { role: { from: 'admin', to: 'viewer' } } },
      { action: 'members.add', actorName: 'Command line', address: null, subjectName: 'Ada' },
    ]);
    expect(await list('sales --limit 1')).toMatchObject([{ details: { role: 'agent' } }]);
    const { stdout } = await call('audit list --company labs');
    expect(stdout).toMatch(/^TIME +ACTOR +ADDRESS +ACTION +SUBJECT +DETAILS\n.*"viewer"/);
  });

  test('lists more leads than fit on one page', { timeout: 120_000 }, async () => {
    const { companyId, id: stepId } = await createStep(database.db, {
      companyId: world.companyId,
      funnelId: world.funnelId,
    });
    for (let count = 0; count < 205; count += 1)
      await createLead(database.db, { companyId, stepId });
    const ids = async (limit: number) =>
      new Set(
        (await callJson(z.array(lead), `leads list --step ${stepId} --limit ${limit}`)).map(
          ({ id }) => id,
        ),
      );

    expect(await ids(202)).toHaveProperty('size', 202);
    expect(await ids(1_000)).toHaveProperty('size', 205);
  });

  test('prints aligned tables without control characters of a lead', async () => {
    const { stdout, exitCode } = await call(`leads list --step ${world.stepId}`);
    const lines = stdout.trimEnd().split('\n');

    expect(exitCode).toBe(0);
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain('New�[31mest�');
    const columns = lines.map((line) => line.search(/STATUS|new {2}/));
    expect(new Set(columns)).toHaveProperty('size', 1);
  });
});

test('erases a lead of the company, which the audit log says of the command line', async () => {
  const { companyId, labsId } = world;
  const { id } = await createLead(database.db, { companyId, stepId: world.stepId });
  const erase = `leads erase ${id} --company`;
  const remaining = () => database.sql`select from leads where id = ${id}`;

  expectOneLine(await call(`${erase} sales`), 2, /--yes.*see: .*leads erase --help/);
  expectOneLine(await call(`${erase} labs --yes`), 3, /Lead not found/);
  expect(await remaining()).toHaveLength(1);
  expect(await callJson(z.strictObject({ id: z.uuid() }), `${erase} sales --yes`)).toEqual({ id });
  expect(await remaining()).toHaveLength(0);
  expectOneLine(await call(`${erase} sales --yes`), 3, /Lead not found/);
  expect((await readAuditLog(database, companyId)).at(-1)).toMatchObject({
    action: 'leads.erase',
    actor_name: 'Command line',
    address: null,
    subject_id: id,
    subject_name: 'Lead',
  });
  expect(await readAuditLog(database, labsId)).not.toContainEqual(
    expect.objectContaining({ action: 'leads.erase' }),
  );
});

describe('the program', () => {
  test('shows nouns, exit codes and examples in the help, without a database', async () => {
    const databaseUrl = 'postgres://reader@127.0.0.1:1/none';
    const top = await call('--help', { databaseUrl });
    const verb = await call('keys create --help', { databaseUrl });

    expect(top).toMatchObject({ exitCode: 0, stderr: '' });
    expect(top.stdout).toMatch(/applications.*keys.*leads.*Exit codes:.* 3 {2}/s);
    expect(verb).toMatchObject({ exitCode: 0, stderr: '' });
    expect(verb.stdout).toMatch(
      /--expires-at.*Examples:.*keys create --company acme-sales.*Exit codes:/s,
    );
  });

  test('prints the connection string in use', async () => {
    expect(await call('database url')).toEqual({
      exitCode: 0,
      stdout: `${database.adminUrl}\n`,
      stderr: '',
    });
  });

  test('returns an exit code for each kind of error', async () => {
    expectOneLine(await call('applications create acme --name A'), 1, /already/);
    expectOneLine(await call('keys list'), 2, /--company.* keys list --help/);
    expectOneLine(await cli('keys list --company unknown'), 3, /no company "unknown"/);
  });

  test('reports an unreachable database in one line, without the password', async () => {
    const outcome = await call('companies list', {
      databaseUrl: 'postgres://reader:hidden@127.0.0.1:1/none',
    });

    expectOneLine(outcome, 1, /database cannot be reached/);
    expect(outcome.stderr).not.toContain('hidden');
  });
});
