import { expect, it } from 'vitest';
import { z } from 'zod';
import { failed } from '#server/testing/contract.ts';
import { databaseLog, dumpOf, partsOf } from '#server/testing/secret-scan.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';

const intake = withServedIntake(1, { LOG_LEVEL: 'debug' });

/** Of the answer that shows a secret once. */
const issued = z.object({
  result: z.object({ data: z.object({ secret: z.string(), key: z.object({ id: z.uuid() }) }) }),
});
const keyOf = (json: unknown) => {
  const { secret, key } = issued.parse(json).result.data;
  return { secret, id: key.id };
};
const settings = {
  name: 'Website',
  permissions: ['leads:create'],
  expiresAt: null,
  funnelIds: [],
  stepIds: [],
};

it('check 3: a secret is nowhere in the database and the logs after it was made and used', async () => {
  const { port } = intake.server;
  const { sql } = intake.database;
  const { tenant, load } = await intake.newTenant();
  const panel = await tenant.newPanel();
  const made = keyOf((await panel.mutate(port, 'apiKeys.create', settings)).json);
  const rotated = keyOf(
    (await panel.mutate(port, 'apiKeys.rotate', { id: made.id, overlap: '24h' })).json,
  );
  for (const { secret } of [made, rotated]) {
    expect((await load.createPatiently(port, { secret })).answer?.status).toBe(201);
    await load.create(port, { secret, stepId: 'junk' });
    await load.create(port, { secret, fields: { phones: ['x'] } });
    await load.create(port, { secret: `${secret}x` });
  }
  await panel.mutate(port, 'apiKeys.deactivate', { id: rotated.id });
  // Within a second, as the test of key deactivation shows.
  const statusOfEnded = async () =>
    (await load.createPatiently(port, { secret: rotated.secret })).answer?.status;
  await expect.poll(statusOfEnded).toBe(401);
  intake.proxy.cut();
  await load.create(port, { secret: made.secret });

  const dump = await dumpOf(sql);
  expect(dump).toContain(made.id);
  const logs = intake.server.output + (await databaseLog(sql));
  for (const { secret } of [made, rotated]) {
    // Its first and last characters are kept to tell keys apart: eleven of forty-one.
    for (const part of partsOf(secret, 12)) {
      expect(dump).not.toContain(part);
      expect(logs).not.toContain(part);
    }
  }
});

it('check 8: both keys work while they overlap, then only the new one', async () => {
  const { port } = intake.server;
  const { sql } = intake.database;
  const { tenant, load } = await intake.newTenant();
  const panel = await tenant.newPanel();
  const old = keyOf((await panel.mutate(port, 'apiKeys.create', settings)).json);
  const status = async ({ secret }: { secret: string }) =>
    (await load.createPatiently(port, { secret })).answer?.status;
  expect(await status(old)).toBe(201);

  const answer = await panel.mutate(port, 'apiKeys.rotate', { id: old.id, overlap: '1h' });
  const fresh = keyOf(answer.json);
  await sql`update api_keys set overlap_seconds = 4 where id = ${old.id}`;
  expect([await status(old), await status(fresh), await status(old)]).toEqual([201, 201, 201]);

  await expect.poll(() => status(old), { timeout: 15_000, interval: 250 }).toBe(401);
  expect((await load.createPatiently(port, { secret: old.secret })).answer?.json).toEqual(
    failed('Invalid or inactive API Key'),
  );
  expect(await status(fresh)).toBe(201);
  const [row] = await sql<{ seconds: number }[]>`
    select extract(epoch from max(l.created_at) - min(n.first_used_at))::float8 as seconds
    from leads l, api_keys n where l.api_key_id = ${old.id} and n.id = ${fresh.id}`;
  // A lead whose key still worked when it came may be stored a little later.
  expect(row?.seconds).toBeLessThan(5);
});
