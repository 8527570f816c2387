import { expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { maxBatchBytes } from '#server/limits.ts';
import { hostileBatches } from '#server/testing/hostile-batches.ts';
import { send } from '#server/testing/http-client.ts';
import { createTenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';

const database = withTestDatabase();
const web = withWebServer(() => database.url, { RATE_LIMIT_PER_KEY: '0' });

it.each(hostileBatches)('a batch %s is answered, and so is a lead beside it', async (_, body) => {
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxBatchBytes);
  const tenant = await createTenant(database.db);
  const path = `/api/leads/public/${tenant.stepId}`;
  const headers = {
    host: tenant.host,
    'x-api-key': tenant.secret,
    'content-type': 'application/json',
  };
  const answers = await Promise.all([
    send(web.port, { path: `${path}/batch`, headers, body }),
    send(web.port, { path, headers, body: JSON.stringify({ name: 'Ana' }) }),
  ]);
  expect([200, 400]).toContain(answers[0].status);
  expect(answers[1].status).toBe(201);
});
