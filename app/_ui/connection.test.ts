import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let module: typeof import('./connection.ts');
const fetched = vi.fn<() => Promise<Response>>();
const fail = async () => Promise.reject(new TypeError('Failed to fetch'));
const answer = async () => new Response();
const seen = vi.fn();

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('navigator', { onLine: true });
  module = await import('./connection.ts');
  module.subscribeConnection(() => seen(module.isConnected()));
  seen.mockClear();
  fetched.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  /* Other tests get a module of their own. */
  vi.resetModules();
});

it('does not count a failed request as a lost connection while the server answers', async () => {
  fetched.mockImplementation(answer);
  await module.checkConnection();

  expect(seen).not.toHaveBeenCalled();
});

it.each([
  ['refuses connections', fail],
  ['is replaced by the error page of a proxy', async () => new Response('', { status: 502 })],
])('is lost while the server %s, until it answers', async (_, away) => {
  fetched.mockImplementation(away);
  const checked = module.checkConnection();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(module.isConnected()).toBe(false);

  fetched.mockImplementation(answer);
  await vi.advanceTimersByTimeAsync(2_000);
  await checked;
  expect(module.isConnected()).toBe(true);
  expect(seen).toHaveBeenLastCalledWith(true);
});

it('checks at once when asked while it waits for the next check', async () => {
  fetched.mockImplementation(fail);
  module.checkConnection();
  await vi.advanceTimersByTimeAsync(100);
  fetched.mockImplementation(answer);
  module.checkConnection();
  await vi.advanceTimersByTimeAsync(0);

  expect(module.isConnected()).toBe(true);
});

it('is lost when the first check was answered just before the browser went offline', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  fetched.mockImplementationOnce(answer).mockImplementation(fail);
  const checked = module.checkConnection();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(module.isConnected()).toBe(false);

  vi.stubGlobal('navigator', { onLine: true });
  fetched.mockImplementation(answer);
  await vi.advanceTimersByTimeAsync(2_000);
  await checked;
  expect(module.isConnected()).toBe(true);
});

it('sends one check at a time', async () => {
  fetched.mockImplementation(fail);
  for (let count = 0; count < 5; count += 1) module.checkConnection();
  await vi.advanceTimersByTimeAsync(0);

  expect(fetched).toHaveBeenCalledTimes(1);
});
