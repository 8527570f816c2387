import { TRPCError } from '@trpc/server';
import { expect, test, vi } from 'vitest';
import { createLogger } from '../log.ts';
import { ConflictError } from '../services/errors.ts';
import { guardCall, isLoggedFault } from './panel-trpc.ts';

const run = async (call: () => Promise<unknown>) => {
  const log = createLogger('silent');
  const logged = vi.spyOn(log, 'error');
  const outcome = await guardCall({ log, requestId: 'id-1' }, 'noun.verb', call).catch(
    (error: unknown) => error,
  );
  return { outcome, lines: logged.mock.calls };
};

test('gives what the call gives', async () => {
  expect(await run(async () => 17)).toEqual({ outcome: 17, lines: [] });
});

test('a fault leaves without its cause, under the id of its line in the log', async () => {
  const statement = 'select secret from keys';
  const cause = Object.assign(new Error(statement), { query: statement });
  const { outcome, lines } = await run(() => Promise.reject(cause));

  expect(outcome).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', digest: 'id-1' });
  expect(outcome).not.toHaveProperty('cause', expect.anything());
  expect(isLoggedFault(outcome)).toBe(true);
  expect(lines).toMatchObject([
    [{ requestId: 'id-1', path: 'noun.verb', count: 1 }, 'a call of the panel failed'],
  ]);
  expect(JSON.stringify(lines)).not.toContain(statement);
});

test('a refusal is not logged', async () => {
  const { outcome, lines } = await run(() => Promise.reject(new ConflictError('text')));

  expect(outcome).toMatchObject({ code: 'CONFLICT', message: 'text' });
  expect([isLoggedFault(outcome), isLoggedFault(new Error('text'))]).toEqual([false, false]);
  expect(lines).toEqual([]);
});

test('an error of tRPC stays', async () => {
  const error = new TRPCError({ code: 'BAD_REQUEST', message: 'text' });
  expect((await run(() => Promise.reject(error))).outcome).toBe(error);
});
