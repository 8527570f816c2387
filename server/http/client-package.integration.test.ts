import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { type Leadgate, programNames, startLeadgate } from '#server/testing/start-leadgate.ts';
import { createTenant } from '#server/testing/tenant.ts';

const base = withTestDatabase();
beforeAll(() => createTenant(base.db, { host: '127.0.0.1' }));

describe.each(programNames)('the package of the client, behind %s', (program) => {
  let server: Leadgate;
  beforeAll(async () => {
    server = await startLeadgate({ program, databaseUrl: base.url }).ready;
  });
  afterAll(() => server?.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { headers });

  it('is a gzip file that is loaded once for each version', async () => {
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
});

it('has the version of the installation', () => {
  const versionOf = (path: string) => JSON.parse(readFileSync(path, 'utf8')).version;
  expect(versionOf('client/package.json')).toBe(versionOf('package.json'));
});
