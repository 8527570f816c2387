import { existsSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { HttpClient, send } from '#server/testing/http-client.ts';
import { cleanUp, newFolder, startLeadgate } from '#server/testing/start-leadgate.ts';
import { createTenant } from '#server/testing/tenant.ts';

const database = withTestDatabase();
afterAll(cleanUp, 60_000);

it('server/main.ts starts on an empty folder, takes a lead, serves panel and document, and stops', {
  timeout: 120_000,
}, async () => {
  const server = startLeadgate({ env: { DATA_DIR: newFolder() } });
  const { port, demoCall } = await server.ready;
  expect((await send(port, demoCall)).status).toBe(201);
  const panel = new HttpClient(`http://localhost:${port}`);
  expect((await panel.request('/sign-in')).text).toContain('Sign in');
  // Next listens for upgrades once it has served a page.
  const upgrade = { upgrade: 'h2c', connection: 'upgrade' };
  const upgraded = { ...demoCall, headers: { ...demoCall.headers, ...upgrade } };
  expect((await send(port, upgraded)).status).toBe(201);

  const document = { method: 'GET', path: '/api/openapi.json' };
  const headers = { host: 'localhost', origin: 'https://console.example' };
  const allowed = { 'access-control-allow-origin': '*' };
  expect(await send(port, { ...document, headers })).toMatchObject({
    status: 200,
    headers: allowed,
  });
  const elsewhere = await send(port, { ...document, headers: { host: 'unknown.test' } });
  expect(elsewhere).toMatchObject({ status: 404, json: { error: 'Unknown application host' } });
  expect(await server.stop()).toBe(0);
  expect(existsSync(server.postmasterFile)).toBe(false);
});

it('next start takes a lead and serves the panel', { timeout: 120_000 }, async () => {
  const tenant = await createTenant(database.db);
  const { port } = await startLeadgate({ program: 'next start', databaseUrl: database.url }).ready;
  const answer = await send(port, {
    path: `/leads/public/${tenant.stepId}`,
    headers: {
      host: tenant.host,
      'x-api-key': tenant.secret,
      'content-type': 'application/json',
    },
    body: '{"name":"Ada"}',
  });
  expect(answer).toMatchObject({ status: 201, json: { success: true } });
  const panel = await new HttpClient(`http://${tenant.host}:${port}`).request('/sign-in');
  expect(panel.text).toContain('Sign in');
});
