import { expect, it } from 'vitest';
import { maxBatchBytes } from '#server/limits.ts';
import { hostileBatches } from '#server/testing/hostile-batches.ts';
import { send } from '#server/testing/http-client.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';

const intake = withServedIntake();

it.each(hostileBatches)('a batch %s is answered, and so is a lead beside it', async (_, body) => {
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxBatchBytes);
  const { tenant } = await intake.newTenant();
  const path = `/api/leads/public/${tenant.stepId}`;
  const headers = {
    host: tenant.host,
    'x-api-key': tenant.secret,
    'content-type': 'application/json',
  };
  const answers = await Promise.all([
    send(intake.server.port, { path: `${path}/batch`, headers, body }),
    send(intake.server.port, { path, headers, body: JSON.stringify({ name: 'Ana' }) }),
  ]);
  expect([200, 400]).toContain(answers[0].status);
  expect(answers[1].status).toBe(201);
});
