import { expect, test } from 'vitest';
import { VerificationLimit } from './verification-limit.ts';

test('runs so many at once, the others in turn, and refuses those that find the queue full', async () => {
  const limit = new VerificationLimit({ atOnce: 2, maxWaiting: 1 });
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const runs = gates.map(({ promise }, n) =>
    limit.run('stranger', async () => {
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
  const failed = limit.run('stranger', () => Promise.reject(new Error('no')));
  const next = limit.run('stranger', async () => 'done');

  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(await limit.run('stranger', async () => 'again')).toBe('again');
});

test('known callers go before strangers, and have places when strangers have none left', async () => {
  const limit = new VerificationLimit({ atOnce: 1, maxWaiting: 2 });
  const gate = Promise.withResolvers<void>();
  const ended: string[] = [];
  const run = (caller: 'known' | 'stranger', name: string) =>
    limit.run(caller, async () => {
      await gate.promise;
      ended.push(name);
    });
  const runs = [
    run('stranger', 'running'),
    run('stranger', 'first stranger'),
    run('stranger', 'second stranger'),
    run('known', 'first known'),
    run('known', 'second known'),
  ];
  await expect(run('stranger', 'third stranger')).rejects.toThrow('Too many passwords');
  await expect(run('known', 'third known')).rejects.toThrow('Too many passwords');
  gate.resolve();
  await Promise.all(runs);

  expect(ended).toEqual([
    'running',
    'first known',
    'second known',
    'first stranger',
    'second stranger',
  ]);
});
