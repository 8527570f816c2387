import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { expectOneLine, withCli } from '#server/cli/testing.ts';
import { describeRows, describeSchema, onConnection } from '#server/testing/describe-database.ts';
import { send } from '#server/testing/http-client.ts';
import { expectLedger } from '#server/testing/ledger.ts';
import { Load } from '#server/testing/load.ts';
import { testSecrets } from '#server/testing/secrets.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';
import { cleanUp, newFolder, startLeadgate } from '#server/testing/start-leadgate.ts';

const intake = withServedIntake();
const early = withTestDatabase('template1');
const target = withTestDatabase('template1');
const { cli } = withCli();
const done = { exitCode: 0 };
/** They start afresh. */
const none = { rows: 0, hash: null };
const passing = {
  'public.rate_buckets': none,
  'public.sessions': none,
  'public.sign_in_failures': none,
};

afterEach(cleanUp, 60_000);

test('check 39: saved under load and restored elsewhere, all is there, and keys work', {
  timeout: 240_000,
}, async () => {
  const file = join(newFolder(), 'backup');
  const source = { databaseUrl: intake.database.url, env: testSecrets };
  const restore = (databaseUrl: string) =>
    cli(`backup restore ${file}`, { databaseUrl, env: testSecrets });
  const { tenant, load } = await intake.newTenant();
  const loop = load.closedLoop(intake.server.port, 8);
  await expect.poll(() => load.count(201), { timeout: 60_000 }).toBeGreaterThan(200);
  const acknowledged = new Set(load.ledger.filter(({ answer }) => answer?.status === 201));
  expect(await cli(`backup create ${file}`, source)).toMatchObject(done);
  await loop.stop();

  // What was acknowledged before it began is in it; of the rest, what is in it is whole.
  expect(await restore(early.url)).toMatchObject(done);
  const known = load.ledger.map((sent) =>
    acknowledged.has(sent) ? sent : { name: sent.name, port: sent.port },
  );
  await onConnection(early.url, (sql) => expectLedger(sql, tenant.companyId, known));

  await intake.server.stop();
  expect(await cli(`backup create ${file} --force`, source)).toMatchObject(done);
  expect(await restore(target.url)).toMatchObject(done);
  const rows = await onConnection(intake.database.url, describeRows);
  expect(await onConnection(target.url, describeRows)).toEqual({ ...rows, ...passing });
  const schema = await onConnection(intake.database.url, describeSchema);
  expect(await onConnection(target.url, describeSchema)).toEqual(schema);

  const server = await startLeadgate({ databaseUrl: target.url }).ready;
  const later = new Load(tenant);
  expect((await later.createPatiently(server.port)).answer?.status).toBe(201);
  later.close();
  await server.stop();
});

test('check 39: the embedded database moves to another folder, with its secrets', {
  timeout: 240_000,
}, async () => {
  const own = { DATABASE_URL: '', AUTH_SECRET: '', KEY_PEPPER: '' };
  const [here, there] = [newFolder(), newFolder()];
  const file = join(newFolder(), 'backup');
  const first = startLeadgate({ env: { DATA_DIR: here } });
  const { port, demoCall: call } = await first.ready;
  expect((await send(port, call)).status).toBe(201);
  const saved = await cli(`backup create ${file}`, { env: { ...own, DATA_DIR: here } });
  expect(saved).toMatchObject(done);
  expect(saved.stdout).toContain(`Keep ${join(here, 'secrets.json')} beside it`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await first.stop();

  const restore = () => cli(`backup restore ${file}`, { env: { ...own, DATA_DIR: there } });
  expectOneLine(await restore(), 1, /another KEY_PEPPER.*secrets\.json/);
  copyFileSync(join(here, 'secrets.json'), join(there, 'secrets.json'));
  expect(await restore()).toMatchObject(done);
  const second = startLeadgate({ env: { DATA_DIR: there } });
  expect((await send((await second.ready).port, call)).status).toBe(201);
});
