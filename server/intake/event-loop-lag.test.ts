import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventLoopLag } from './event-loop-lag.ts';

let now = 0;
let gauge: EventLoopLag;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  gauge = new EventLoopLag();
});
afterEach(() => {
  gauge.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The next look comes `late` milliseconds after it was due, and `requests` have come till then. */
function look({ late, requests }: { late: number; requests: number }): boolean {
  for (let n = 0; n < requests; n += 1) gauge.countRequest();
  now += 50 + late;
  vi.advanceTimersByTime(50);
  return gauge.isOverloaded;
}

it('is late when a crowd has come while the event loop was held up, until it catches up', () => {
  expect(look({ late: 0, requests: 1_000 })).toBe(false);
  expect(look({ late: 90, requests: 1_000 })).toBe(false);
  expect(look({ late: 150, requests: 1_000 })).toBe(true);
  expect(look({ late: 0, requests: 1_000 })).toBe(false);
});

it('is not late for a few requests while something else holds up the event loop', () => {
  expect(look({ late: 2_000, requests: 20 })).toBe(false);
});

it('is busy before it is overloaded', () => {
  look({ late: 40, requests: 1_000 });
  expect(gauge.isBusy).toBe(false);
  expect(look({ late: 60, requests: 1_000 })).toBe(false);
  expect(gauge.isBusy).toBe(true);
});
