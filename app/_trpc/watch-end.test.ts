import { expect, it, onTestFinished, vi } from 'vitest';
import { watchEnd } from './watch-end.ts';

/** A browser that reports what a test says. */
function fakeObserver() {
  onTestFinished(() => void vi.unstubAllGlobals());
  let callback: IntersectionObserverCallback = () => {};
  const observer = { observe: vi.fn(), unobserve: vi.fn(), disconnect: vi.fn() };
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(given: IntersectionObserverCallback) {
        callback = given;
        Object.assign(this, observer);
      }
    },
  );
  const report = (...near: boolean[]) =>
    callback(near.map((isIntersecting) => ({ isIntersecting })) as never, observer as never);
  return { ...observer, report };
}

const end = {} as Element;
const succeed = () => Promise.resolve({ isFetchNextPageError: false });

it('fetches the next page when the end is near, and again when it still is', async () => {
  const { report, observe } = fakeObserver();
  const fetchNextPage = vi.fn(succeed);
  watchEnd(end, fetchNextPage);
  await report(false);
  expect(fetchNextPage).not.toHaveBeenCalled();

  await report(true);
  expect(fetchNextPage).toHaveBeenCalledOnce();
  expect(observe).toHaveBeenCalledTimes(2);
});

it('fetches the next page when a busy page hears at once that the end was far and came near', async () => {
  const { report } = fakeObserver();
  const fetchNextPage = vi.fn(succeed);
  watchEnd(end, fetchNextPage);
  await report(false, true);
  expect(fetchNextPage).toHaveBeenCalledOnce();

  await report(true, false);
  expect(fetchNextPage).toHaveBeenCalledOnce();
});

it('fetches no further page after one that failed, and none once the watch has ended', async () => {
  const { report, observe, disconnect } = fakeObserver();
  watchEnd(end, () => Promise.resolve({ isFetchNextPageError: true }));
  await report(true);
  expect(observe).toHaveBeenCalledOnce();

  const { promise, resolve } = Promise.withResolvers<{ isFetchNextPageError: boolean }>();
  const other = fakeObserver();
  const stop = watchEnd(end, () => promise);
  const reported = other.report(true);
  stop();
  resolve({ isFetchNextPageError: false });
  await reported;
  expect(other.observe).toHaveBeenCalledOnce();
  expect(other.disconnect).toHaveBeenCalledOnce();
  expect(disconnect).not.toHaveBeenCalled();
});
