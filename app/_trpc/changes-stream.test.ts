import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followStream } from './changes-stream.ts';

/** A stream whose events a test gives by hand. */
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
  say(name: string): void {
    this.dispatchEvent(new Event(name));
  }
}

const tab = Object.assign(new EventTarget(), { hidden: false });

function turn(hidden: boolean): void {
  tab.hidden = hidden;
  tab.dispatchEvent(new Event('visibilitychange'));
}

let isOpen: boolean | undefined;
const onChange = vi.fn();
let stop: () => void;
const current = () => FakeSource.open[0] ?? expect.unreachable('No stream is open');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('document', tab);
  tab.hidden = false;
  FakeSource.all = [];
  onChange.mockClear();
  stop = followStream('/stream', {
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

it('counts as open once something was said', () => {
  expect(isOpen).toBe(false);
  current().onmessage?.({ data: message });

  expect(isOpen).toBe(true);
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ steps: null });
});

it('goes on elsewhere after an agreed end, and stays open meanwhile', async () => {
  current().onmessage?.({ data: message });
  current().say('return');
  expect(FakeSource.open).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1_000);

  expect(FakeSource.open).toHaveLength(1);
  expect(isOpen).toBe(true);
});

it.each([
  ['the network fails', () => current().onerror?.()],
  ['the server refuses', () => current().say('serialized-error')],
  ['nothing is said for long', () => vi.advanceTimersByTime(40_000)],
])('is not open when %s, and tries again', async (_, fail) => {
  current().onmessage?.({ data: message });
  fail();
  expect(isOpen).toBe(false);
  expect(FakeSource.open).toHaveLength(0);

  await vi.advanceTimersByTimeAsync(5_000);
  expect(FakeSource.open).toHaveLength(1);
});

it('looks at once when the server refuses, so that an ended session is noticed', () => {
  current().onmessage?.({ data: '{"steps":[]}' });
  current().say('serialized-error');

  expect(onChange).toHaveBeenLastCalledWith({ steps: null });
});

it('lives on as long as the server says that it does', async () => {
  current().onmessage?.({ data: message });
  for (let passed = 0; passed < 10; passed += 1) {
    await vi.advanceTimersByTimeAsync(15_000);
    current().say('ping');
  }

  expect(isOpen).toBe(true);
  expect(FakeSource.all).toHaveLength(1);
});

it('is closed while the tab is hidden', async () => {
  turn(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(FakeSource.open).toHaveLength(0);

  turn(false);
  expect(FakeSource.open).toHaveLength(1);
});
