import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, describe, expect, it } from 'vitest';
import { openConnection } from '#db/client.ts';
import { ownerRole, servingRole, urlOfRole } from '#db/embedded/roles.ts';
import { createApplication } from '#db/factories/applications.ts';
import { demo } from '#db/seed/demo.ts';
import { withTestDatabase } from '#db/testing.ts';
import { demoElsewhere } from '#db/values/sign-in.ts';
import { freePort } from '#server/testing/free-port.ts';
import { HttpClient, send } from '#server/testing/http-client.ts';
import { holdLock } from '#server/testing/lock.ts';
import { testSecrets } from '#server/testing/secrets.ts';
import {
  cleanUp,
  type Leadgate,
  newFolder,
  removeLater,
  startLeadgate,
} from '#server/testing/start-leadgate.ts';

afterEach(cleanUp, 60_000);

describe('the embedded database', () => {
  it('survives kill -9 of its process and of itself, keeps its data, and stops on Ctrl+C', {
    timeout: 180_000,
  }, async () => {
    const DATA_DIR = newFolder();
    const first = startLeadgate({ env: { DATA_DIR } });
    const { port: firstPort, demoCall: call } = await first.ready;
    const made = await send(firstPort, call);
    expect(made.status).toBe(201);
    const pid = first.postmaster;
    await first.kill();

    const second = startLeadgate({ env: { DATA_DIR } });
    const { port } = await second.ready;
    await expect.poll(() => second.output).toContain('PostgreSQL runs already in');
    expect(second.postmaster).toBe(pid);
    expect((await send(port, call)).status).toBe(201);
    await expect
      .poll(async () => (await send(port, { method: 'GET', path: '/readyz' })).json)
      .toEqual({ ready: true, state: 'serving' });
    expect((await send(port, { method: 'GET', path: '/livez' })).status).toBe(200);

    process.kill(Number(pid), 'SIGKILL');
    await expect
      .poll(() => second.output, { timeout: 60_000 })
      .toMatch(/PostgreSQL is lost"[\s\S]*PostgreSQL had ended and was started again"/);
    expect(second.postmaster).not.toBe(pid);
    const status = async () => (await send(port, call)).status;
    await expect.poll(status, { timeout: 30_000 }).toBe(201);
    expect(await second.stop('SIGINT')).toBe(0);
    expect(existsSync(second.postmasterFile)).toBe(false);
  });

  it.runIf(userInfo().uid === 0)(
    'runs as root below a folder that other users cannot enter',
    { timeout: 180_000 },
    async () => {
      const server = startLeadgate({ env: { DATA_DIR: join(newFolder(0o700), 'data') } });
      await server.ready;
      expect((await send(server.port, server.demoCall)).status).toBe(201);
      const home = join(server.postmasterFile, '..', '..');
      removeLater(home);
      expect(home).toMatch(/^\/var\/lib\/leadgate\//);
      expect(await server.stop()).toBe(0);
    },
  );

  it('is shared by two processes and stops with the last one', { timeout: 180_000 }, async () => {
    const DATA_DIR = newFolder();
    const first = startLeadgate({ env: { DATA_DIR } });
    await first.ready;
    const second = startLeadgate({ env: { DATA_DIR } });
    const { port } = await second.ready;
    await first.stop();
    expect((await send(port, second.demoCall)).status).toBe(201);
    await second.stop();
    expect(existsSync(second.postmasterFile)).toBe(false);
  });

  it('serves the command line while the server runs, and while it does not', {
    timeout: 180_000,
  }, async () => {
    const DATA_DIR = newFolder();
    const cli = (...args: string[]) => {
      const { status, stdout } = spawnSync(
        process.execPath,
        ['server/cli/main.ts', ...args, '--json'],
        {
          encoding: 'utf8',
          env: { ...process.env, DATA_DIR, DATABASE_URL: '', AUTH_SECRET: '', KEY_PEPPER: '' },
        },
      );
      expect(status).toBe(0);
      return JSON.parse(stdout);
    };
    const server = startLeadgate({ env: { DATA_DIR } });
    const { port } = await server.ready;
    const key = cli('keys', 'create', '--company', 'acme-sales', '--name', 'By hand');
    const call = server.demoCall;
    const made = { ...call, headers: { ...call.headers, 'x-api-key': key.secret } };
    expect((await send(port, made)).status).toBe(201);
    cli('keys', 'deactivate', key.id);
    expect((await send(port, made)).status).toBe(401);
    await server.stop();

    cli('keys', 'activate', key.id);
    expect(existsSync(server.postmasterFile)).toBe(false);
  });

  it('gets no secret into its environment, and is served by a role without rights over it', {
    timeout: 180_000,
  }, async () => {
    const DATA_DIR = newFolder();
    const server = startLeadgate({
      env: { DATA_DIR, DEMO_DATA: 'off', ...testSecrets },
    });
    await server.ready;
    const sql = postgres(server.embeddedUrl(DATA_DIR), { max: 1 });
    await sql`create temp table environment (line text)`;
    await sql`copy environment from program 'env'`;
    const rows = await sql`select split_part(line, '=', 1) as name from environment`;
    const roles = await sql`
      select distinct usename as name from pg_stat_activity
      where application_name like 'leadgate %' and application_name <> 'leadgate cluster'`;
    await sql.end();

    expect([...roles]).toEqual([{ name: servingRole }]);
    const names = rows.map(({ name }) => name);
    expect(names).toContain('PATH');
    for (const name of ['AUTH_SECRET', 'KEY_PEPPER', 'DATABASE_URL', 'DATA_DIR'])
      expect(names).not.toContain(name);
    expect(await server.stop()).toBe(0);
  });

  it('stays empty with DEMO_DATA=off', { timeout: 180_000 }, async () => {
    const server = startLeadgate({ env: { DATA_DIR: newFolder(), DEMO_DATA: 'off' } });
    await expect
      .poll(() => server.output, { timeout: 120_000 })
      .toContain('Keys: Settings → API keys');
    expect(await server.stop()).toBe(0);
  });
});

describe('a database given by DATABASE_URL', () => {
  const database = withTestDatabase();
  const owned = withTestDatabase('template1');

  const start = (env: Record<string, string> = {}) =>
    startLeadgate({ env: { DATABASE_URL: database.url, ...testSecrets, ...env } });

  it('stays empty', { timeout: 180_000 }, async () => {
    const server = await start({ DATABASE_URL: database.adminUrl }).ready;
    expect(server.output).toContain('! DATABASE_URL names a superuser of PostgreSQL');
    expect(await database.sql`select from applications`).toHaveLength(0);
    expect(server.output).not.toContain('demo accounts');

    const { text } = await new HttpClient(`http://crm.test:${server.port}`).request('/');
    expect(text).toContain('applications create SLUG');
    expect(text).toContain('hosts add crm.test --application SLUG');
  });

  it('has its connections counted over all instances', { timeout: 180_000 }, async () => {
    const options = { name: 'change listener', statementTimeout: 10_000 };
    const others = Array.from({ length: 5 }, () => openConnection(database.url, options));
    await Promise.all(others.map(({ sql }) => sql`select 1`));
    const server = await start().ready;
    await Promise.all(others.map((other) => other.close()));
    expect(server.output).toMatch(
      /^! The \d+ processes of Leadgate on this PostgreSQL may need \d+ connections, and it has 97 /m,
    );
  });

  it('is migrated by the role of DATABASE_URL_DIRECT and served by that of DATABASE_URL', {
    timeout: 180_000,
  }, async () => {
    const [{ name } = {}] = await owned.sql`select current_database() as name`;
    await owned.sql`alter database ${owned.sql(name)} owner to ${owned.sql(ownerRole)}`;
    const server = start({
      DATABASE_URL: urlOfRole(owned.url, servingRole),
      DATABASE_URL_DIRECT: urlOfRole(owned.url, ownerRole),
      DEMO_DATA: 'on',
    });
    const { port } = await server.ready;
    expect((await send(port, server.demoCall)).status).toBe(201);
    expect(server.output).not.toContain('superuser');
    const owners = await owned.sql`
      select distinct tableowner as owner from pg_tables where schemaname in ('public', 'drizzle')`;
    expect([...owners]).toEqual([{ owner: ownerRole }]);
  });

  it('names a lock that the start waits for, is not ready meanwhile, and goes on when it is free', {
    timeout: 180_000,
  }, async () => {
    await start().ready.then((server) => server.stop());
    const port = await freePort();
    const lock = await holdLock(database.sql, 'api_keys in access exclusive mode');
    const server = start({ PORT: String(port) });
    await expect
      .poll(() => server.output, { timeout: 60_000 })
      .toMatch(/^! Opening intake waited \d+ s for the lock on api_keys\. Trying again$/m);
    expect((await send(port, { method: 'GET', path: '/livez' })).status).toBe(200);
    expect(await send(port, { method: 'GET', path: '/readyz' })).toMatchObject({
      status: 503,
      json: { state: 'starting' },
    });
    await lock.letGo();

    await server.ready;
    expect((await send(port, { method: 'GET', path: '/readyz' })).status).toBe(200);
  });

  it('gets the demo data once, while it is empty, with DEMO_DATA=on, and a warning', {
    timeout: 180_000,
  }, async () => {
    for (const _ of [1, 2]) {
      const server = start({ DEMO_DATA: 'on' });
      await server.ready;
      expect((await send(server.port, server.demoCall)).status).toBe(201);
      expect(server.output).toContain('has demo accounts, whose password is public');
      await server.stop();
    }
    const sql = postgres(database.url, { max: 1 });
    expect((await sql`select count(*)::int as n from applications`)[0]?.n).toBe(2);
    await sql.end();
  });

  it('shows demo accounts to this machine only, lets them sign in there only, and has none without DEMO_DATA=on', {
    timeout: 180_000,
  }, async () => {
    const env = { TRUSTED_PROXIES: '127.0.0.1' };
    const signInPage = async (
      port: number,
      more: Record<string, string> = {},
      host = 'localhost',
    ) => (await new HttpClient(`http://${host}:${port}`, more).request('/sign-in')).text;
    const signIn = async (
      { port }: Leadgate,
      more: Record<string, string> = {},
      host = 'localhost',
    ) => {
      const client = new HttpClient(`http://${host}:${port}`, more);
      const { text } = await client.signIn(credentials, { json: 'true' });
      return client.cookies().includes('leadgate.session=') ? 'in' : text;
    };
    const credentials = { email: demo.emails.admin, password: demo.password };
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
    const refused = expect.stringContaining(`error=${demoElsewhere}`);
    const shown = await start({ ...env, DEMO_DATA: 'on' }).ready;
    await database.sql`
      insert into application_hosts (host, application_id)
      select 'crm.test', id from applications where slug = 'acme'`;
    for (const host of ['localhost', 'acme.localhost', 'crm.test']) {
      expect(await signInPage(shown.port, {}, host)).toContain(demo.password);
      expect(await signIn(shown, {}, host)).toBe('in');
      expect(await signInPage(shown.port, elsewhere, host)).not.toContain(demo.password);
      expect(await signIn(shown, elsewhere, host)).toEqual(refused);
    }
    await shown.stop();

    const direct = await start().ready;
    for (const headers of [elsewhere, { via: '1.1 proxy', 'x-leadgate-local': '1' }])
      expect(await signIn(direct, headers)).toEqual(refused);
    await direct.stop();

    const hidden = await start(env).ready;
    expect(await signInPage(hidden.port)).not.toContain(demo.password);
    expect(hidden.output).toContain('has demo accounts, whose password is public');
  });

  it('is not advised to give the demo application another host', {
    timeout: 180_000,
  }, async () => {
    const { port } = await start().ready;
    const page = async () =>
      (await new HttpClient(`http://unknown.test:${port}`).request('/')).text;
    expect(await page()).not.toMatch(/--application (?:acme|globex)/);

    await createApplication(database.db, { slug: 'own' });
    expect(await page()).toContain('hosts add unknown.test --application own');
  });
});
