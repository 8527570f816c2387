import { expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { failed } from '#server/testing/contract.ts';
import { RawClient } from '#server/testing/raw-client.ts';
import { createTenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';

const database = withTestDatabase();
const web = withWebServer(() => database.url);

/** Sends an unfinished request. */
async function cutAfter(start: string) {
  const client = new RawClient(web.port);
  await client.write(start);
  await client.ended;
  return { status: client.answer.status, json: JSON.parse(client.answer.body) };
}

it('check 23: slow headers end after 10 s and slow bodies after 20 s, with 408', async () => {
  const { server } = web;
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 20_000]);
  // A hundredth of them, so that the test is short.
  Object.assign(server, { headersTimeout: 100, requestTimeout: 200 });
  const tenant = await createTenant(database.db);
  const head = `POST /api/leads/public/${tenant.stepId} HTTP/1.1\r\nHost: ${tenant.host}\r\n`;
  const rest = `X-API-Key: ${tenant.secret}\r\nContent-Type: application/json\r\nContent-Length: 9`;

  const [headers, body] = await Promise.all([
    cutAfter(`${head}X-Slow: `),
    cutAfter(`${head}${rest}\r\n\r\n{`),
  ]);
  expect(headers).toMatchObject({ status: 408, json: failed('Request took too long') });
  expect(body).toMatchObject({ status: 408, json: failed('Request body took too long') });
});
