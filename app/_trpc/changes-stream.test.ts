import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openChangeStream } from './changes-stream.ts';

/** An `EventSource` whose events a test dispatches. */
class FakeSource extends EventTarget {
  static all: FakeSource[] = [];
  static get open(): FakeSource[] {
    return FakeSource.all.filter((source) => !source.closed);
  }
  closed = false;
  onmessage?: (event: { data: string }) => void;
  onerror?: () => void;

  constructor() {
    super();
    FakeSource.all.push(this);
  }
  close(): void {
    this.closed = true;
  }
  emit(name: string): void {
    this.dispatchEvent(new Event(name));
  }
}

const tab = Object.assign(new EventTarget(), { hidden: false });

function setHidden(hidden: boolean): void {
  tab.hidden = hidden;
  tab.dispatchEvent(new Event('visibilitychange'));
}

let isOpen: boolean | undefined;
const onChange = vi.fn();
let stop: () => void;
const current = () => FakeSource.open[0] ?? expect.unreachable('no stream is open');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('document', tab);
  tab.hidden = false;
  FakeSource.all = [];
  onChange.mockClear();
  stop = openChangeStream('/stream', {
    onChange,
    onOpen: (open) => {
      isOpen = open;
    },
  });
});
afterEach(() => {
  stop();
  expect(FakeSource.open).toHaveLength(0);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const message = '{"steps":null}';

it('is open after the first message', () => {
  expect(isOpen).toBe(false);
  current().onmessage?.({ data: message });

  expect(isOpen).toBe(true);
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ steps: null });
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
  ['the server refuses', () => current().emit('serialized-error')],
  ['the server is silent for too long', () => vi.advanceTimersByTime(40_000)],
])('is closed when %s, and reopens', async (_, fail) => {
  current().onmessage?.({ data: message });
  fail();
  expect(isOpen).toBe(false);
  expect(FakeSource.open).toHaveLength(0);

  await vi.advanceTimersByTimeAsync(5_000);
  expect(FakeSource.open).toHaveLength(1);
});

it('reports a change when the server refuses, so that an ended session is noticed', () => {
  current().onmessage?.({ data: '{"steps":[]}' });
  current().emit('serialized-error');

  expect(onChange).toHaveBeenLastCalledWith({ steps: null });
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

it('closes while the tab is hidden', async () => {
  setHidden(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(FakeSource.open).toHaveLength(0);

  setHidden(false);
  expect(FakeSource.open).toHaveLength(1);
});
