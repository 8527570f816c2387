import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeSource } from '#app/testing/fake-source.ts';
import { everything } from '#db/values/changes.ts';
import { openChangeStream } from './shared-changes.ts';

let isOpen: boolean | undefined;
const onChange = vi.fn();
const onSignedOut = vi.fn();
let stop: () => void;
const current = () => FakeSource.open[0] ?? expect.unreachable('no stream is open');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeSource);
  FakeSource.all = [];
  onChange.mockClear();
  onSignedOut.mockClear();
  isOpen = false;
  stop = openChangeStream('/stream', {
    onState: ({ open, change }) => {
      isOpen = open;
      if (change) onChange(change);
    },
    onSignedOut,
  });
});
afterEach(() => {
  stop();
  expect(FakeSource.open).toHaveLength(0);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const message = JSON.stringify(everything);
const refusal = (code: string) =>
  JSON.stringify({ message: 'Refused', data: { code, httpStatus: 400, requestId: 'r-1' } });

it('is open after the first message', () => {
  expect(isOpen).toBe(false);
  current().onmessage?.({ data: message });

  expect(isOpen).toBe(true);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(everything);
});

it('reopens after a planned end and counts as open meanwhile', async () => {
  current().onmessage?.({ data: message });
  current().emit('return');
  expect(FakeSource.open).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1_000);

  expect(FakeSource.open).toHaveLength(1);
  expect(isOpen).toBe(true);
});

it.each([
  ['the network fails', () => current().onerror?.()],
  ['the server refuses', () => current().emit('serialized-error', refusal('TOO_MANY_REQUESTS'))],
  ['the server is silent for too long', () => vi.advanceTimersByTime(40_000)],
])('is closed when %s, and reopens', async (_, fail) => {
  current().onmessage?.({ data: message });
  fail();
  expect(isOpen).toBe(false);
  expect(FakeSource.open).toHaveLength(0);

  await vi.advanceTimersByTimeAsync(5_000);
  expect(FakeSource.open).toHaveLength(1);
});

it('reports a change when the server refuses, so that its reason is shown', () => {
  current().onmessage?.({ data: '{"steps":[]}' });
  current().emit('serialized-error', refusal('NOT_FOUND'));

  expect(onChange).toHaveBeenLastCalledWith(everything);
  expect(onSignedOut).not.toHaveBeenCalled();
});

it('reports an ended session', () => {
  current().emit('serialized-error', refusal('UNAUTHORIZED'));

  expect(onSignedOut).toHaveBeenCalledOnce();
});

it('stays open as long as the server sends pings', async () => {
  current().onmessage?.({ data: message });
  for (let passed = 0; passed < 10; passed += 1) {
    await vi.advanceTimersByTimeAsync(15_000);
    current().emit('ping');
  }

  expect(isOpen).toBe(true);
  expect(FakeSource.all).toHaveLength(1);
});
