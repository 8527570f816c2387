import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeSource } from '#app/testing/fake-source.ts';
import { type Change, everything } from '#db/values/changes.ts';
import { shareChanges } from './shared-changes.ts';

const page = Object.assign(new EventTarget(), { hidden: false });
let stops: (() => void)[] = [];
let names = 0;
let name = '';

/** As long as a busy machine needs. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });

/** A tab, with the changes that it was told. */
function openTab(of = name) {
  const seen: Change[] = [];
  const changes = shareChanges({ name: of, url: `/${of}`, onSignedOut: vi.fn() });
  changes.onChange((change) => seen.push(change));
  const close = changes.start();
  stops.push(close);

  return { seen, isOpen: changes.isOpen, close };
}

async function stream(count = 1): Promise<FakeSource> {
  await eventually(() => expect(FakeSource.open).toHaveLength(count));

  return FakeSource.open[0] ?? expect.unreachable('no stream is open');
}

const send = (source: FakeSource, change: Change) =>
  source.onmessage?.({ data: JSON.stringify(change) });

/** Three tabs that all know that the stream is open. */
async function openTabs() {
  const tabs = [openTab(), openTab(), openTab()] as const;
  send(await stream(), everything);
  await eventually(() => {
    for (const tab of tabs) expect(tab.isOpen()).toBe(true);
  });
  for (const tab of tabs) tab.seen.splice(0);

  return tabs;
}

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', async () => new Response());
  page.hidden = false;
  FakeSource.all = [];
  names += 1;
  name = `changes ${names}`;
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  expect(FakeSource.open).toHaveLength(0);
  vi.unstubAllGlobals();
});

it('shares one stream among all tabs', async () => {
  const tabs = await openTabs();
  send(await stream(), { steps: ['a'] });

  await eventually(() => {
    for (const tab of tabs) expect(tab.seen).toEqual([{ steps: ['a'] }]);
  });
});

it('moves the stream to another tab within a second, and each refetches once', async () => {
  const [leader, ...others] = await openTabs();
  const start = Date.now();
  leader.close();
  send(await stream(), everything);
  await eventually(() => {
    for (const tab of others) expect(tab.seen).toEqual([everything]);
  });

  expect(Date.now() - start).toBeLessThan(1_000);
  expect(FakeSource.all).toHaveLength(2);
});

it('tells a tab that joins to refetch, and no other', async () => {
  const tabs = await openTabs();
  const late = openTab();
  await eventually(() => expect(late.seen).toEqual([everything]));

  expect(late.isOpen()).toBe(true);
  for (const tab of tabs) expect(tab.seen).toEqual([]);
  expect(FakeSource.all).toHaveLength(1);
});

it('tells all tabs that the stream failed', async () => {
  const tabs = await openTabs();
  (await stream()).onerror?.();

  await eventually(() => {
    for (const tab of tabs) expect(tab.isOpen()).toBe(false);
  });
});

it('has a stream for each company', async () => {
  const [tab] = await openTabs();
  const other = openTab(`${name} of another company`);
  await stream(2);
  const [, second] = FakeSource.open;
  if (second) send(second, { steps: ['b'] });

  await eventually(() => expect(other.seen).toEqual([{ steps: ['b'] }]));
  expect(tab.seen).toEqual([]);
});

it('closes the stream while all tabs are hidden', async () => {
  await openTabs();
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  await eventually(() => expect(FakeSource.open).toHaveLength(0));

  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await stream();
});

it('opens a stream for each tab where browsers have no locks', async () => {
  vi.stubGlobal('navigator', {});
  const tabs = [openTab(), openTab()];
  await stream(2);
  for (const source of FakeSource.open) send(source, { steps: ['a'] });

  for (const tab of tabs) expect(tab.seen).toEqual([{ steps: ['a'] }]);
});
