import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { holdLock } from './lock.ts';
import type { withServedIntake } from './serve-intake.ts';

/** Intake continues while the last use of keys cannot be written, and all is counted afterwards. */
export async function expectIntakeWithoutLastUse(
  { database: { sql }, server: { port }, newTenant }: ReturnType<typeof withServedIntake>,
  seconds: number,
): Promise<void> {
  const { tenant, load } = await newTenant();
  const key = await tenant.newKey();
  const lock = await holdLock(sql, 'api_keys, key_usage in share row exclusive mode');
  const stream = load.openLoop(port, 50, { secret: key.secret });
  await sleep(seconds * 1_000);
  await stream.stop();
  expect(load.count(201)).toBeGreaterThan(seconds * 33);
  expect(load.statuses).toEqual([201]);
  await lock.letGo();

  await expect
    .poll(
      async () => {
        const [row] = await sql`
          select sum(requests)::int as counted from key_usage where api_key_id = ${key.id}`;
        return row?.counted;
      },
      { timeout: 20_000 },
    )
    .toBe(load.count(201));
}
