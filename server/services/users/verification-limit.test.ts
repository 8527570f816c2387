import { expect, test } from 'vitest';
import { VerificationLimit } from './verification-limit.ts';

test('runs so many at once, the others in turn, and refuses those that find the queue full', async () => {
  const limit = new VerificationLimit({ atOnce: 2, maxWaiting: 1 });
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const runs = gates.map(({ promise }, n) =>
    limit.run(async () => {
      begun.push(n);
      await promise;
    }),
  );
  await expect(runs[3]).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 1 });
  expect(begun).toEqual([0, 1]);

  gates[0]?.resolve();
  await runs[0];
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const { resolve } of gates) resolve();
  await Promise.all(runs.slice(0, 3));
});

test('gives the place of work that failed to the next', async () => {
  const limit = new VerificationLimit({ atOnce: 1, maxWaiting: 1 });
  const failed = limit.run(() => Promise.reject(new Error('no')));
  const next = limit.run(async () => 'done');

  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(await limit.run(async () => 'again')).toBe('again');
});
