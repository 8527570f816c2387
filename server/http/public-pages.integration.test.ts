import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { type Leadgate, programNames, startLeadgate } from '#server/testing/start-leadgate.ts';
import { createTenant } from '#server/testing/tenant.ts';

const base = withTestDatabase();
beforeAll(() => createTenant(base.db, { host: '127.0.0.1' }));

describe.each(programNames)('public pages and files, behind %s', (program) => {
  let server: Leadgate;
  beforeAll(async () => {
    server = await startLeadgate({ program, databaseUrl: base.url }).ready;
  });
  afterAll(() => server?.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { headers, redirect: 'manual' });

  it('the package of the client is a gzip file that is loaded once for each version', async () => {
    const answer = await get('/client.tgz');
    const file = Buffer.from(await answer.arrayBuffer());
    const integrity = `sha512-${createHash('sha512').update(file).digest('base64')}`;
    expect([answer.status, Object.fromEntries(answer.headers)]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'application/gzip',
        'cache-control': 'no-cache',
        etag: `"${integrity}"`,
      }),
    ]);

    const again = await get('/client.tgz', { 'If-None-Match': `W/"x", "${integrity}"` });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([
      304,
      `"${integrity}"`,
      '',
    ]);
    expect((await get('/client.tgz', { 'If-None-Match': '"other"' })).status).toBe(200);

    const page = await (await get('/docs/typed-client.md')).text();
    expect(page).toContain(`npm install http://127.0.0.1:${server.port}/client.tgz`);
    expect(page).toContain(integrity);
  });

  it('the samples of a page name the address', async () => {
    const page = await (await get('/docs/quickstart.md')).text();
    expect(page).toContain(`127.0.0.1:${server.port}/api/leads/public/YOUR_STEP_ID`);
  });

  it.each(['', '.md'])(
    'a page is found at its former address: /docs/rehearsal%s',
    async (ending) => {
      const { status, headers } = await get(`/docs/rehearsal${ending}`);
      expect([status, headers.get('location')]).toEqual([308, `/docs/testing${ending}`]);
    },
  );

  it('the type of a problem leads to the section of its error', async () => {
    const refused = await fetch(`http://127.0.0.1:${server.port}/api/leads/public/x`, {
      method: 'POST',
      headers: { Accept: 'application/problem+json' },
    });
    const { type, detail } = (await refused.json()) as Record<'type' | 'detail', string>;
    const [path = '', section] = type.split('#');
    const html = await (await get(path)).text();
    const [, heading] = new RegExp(`<h3[^>]* id="${section}"[^>]*>(.*?)</h3>`).exec(html) ?? [];
    expect(heading?.replaceAll(/<[^>]+>/g, '')).toContain(detail);
  });
});

it('the package of the client has the version of the installation', () => {
  const versionOf = (path: string) => JSON.parse(readFileSync(path, 'utf8')).version;
  expect(versionOf('client/package.json')).toBe(versionOf('package.json'));
});
