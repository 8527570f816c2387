import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { failed } from '#server/testing/contract.ts';
import { longest, report } from '#server/testing/report.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';

const intake = withServedIntake(2);
const refused = { status: 401, json: failed('Invalid or inactive API Key') };

it('check 5: a key deactivated on one instance after 60 s of silence is refused on another', {
  timeout: 120_000,
}, async () => {
  const [first = 0, second = 0] = intake.ports;
  const { tenant, load } = await intake.newTenant();
  const panel = await tenant.newPanel();
  const heard = await tenant.newKey();
  const cut = await tenant.newKey();
  for (const port of [first, second]) {
    for (const { secret } of [heard, cut]) {
      expect((await load.createPatiently(port, { secret })).answer?.status).toBe(201);
    }
  }
  await sleep(60_000);

  expect((await panel.mutate(first, 'apiKeys.deactivate', { id: heard.id })).status).toBe(200);
  expect((await load.createPatiently(second, { secret: heard.secret })).answer).toMatchObject(
    refused,
  );

  // Known once more on the second instance, which from now on hears nothing.
  expect((await load.createPatiently(second, { secret: cut.secret })).answer?.status).toBe(201);
  intake.proxy.hold((application) => application === 'leadgate change listener');
  expect((await panel.mutate(first, 'apiKeys.deactivate', { id: cut.id })).status).toBe(200);
  const ended = performance.now();
  await expect
    .poll(async () => (await load.createPatiently(second, { secret: cut.secret })).answer?.status, {
      timeout: 10_000,
      interval: 20,
    })
    .toBe(401);
  const took = performance.now() - ended;
  report(5, 'refused without announcements after', longest([took]));
  expect(took).toBeLessThan(5_000);
  intake.proxy.letGo();
});
