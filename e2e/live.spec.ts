import { expect } from './fixtures.ts';
import { test } from './gateway.ts';
import { BoardPage } from './pages/board-page.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { Shell } from './pages/shell.ts';
import { StepPage } from './pages/step-page.ts';

/* More than the six connections that a browser opens to a host. */
const tabs = 8;

test('eight visible tabs of a browser are live with one event stream', { tag: '@full' }, async ({
  context,
  company,
  panel,
  gateway,
  send,
}) => {
  const { id, step } = await panel.createFunnel();
  const screens: StepPage[] = [];
  for (let count = 0; count < tabs; count += 1) {
    const screen = new StepPage(await context.newPage());
    await screen.open(company, id, step.id);
    screens.push(screen);
  }
  for (const screen of screens) await expect(screen.live).toHaveAttribute('data-live', 'open');
  await expect.poll(() => gateway.openStreams).toBe(1);

  const [lead] = await send(step.id, { name: 'Ada Lovelace' });
  for (const screen of screens) await expect(screen.lead(lead?.id ?? '')).toBeVisible();
  expect(gateway.openStreams).toBe(1);
});

for (const [how, end] of [
  ['closes', (screen: StepPage) => screen.page.close()],
  ['crashes', (screen: StepPage) => screen.page.goto('chrome://crash').catch(() => {})],
] as const) {
  test(`when the tab with the event stream ${how}, another opens one, for all its screens`, {
    tag: how === 'closes' ? '@full' : [],
  }, async ({ context, company, panel, gateway, send }) => {
    const { id, name, step } = await panel.createFunnel();
    const [first, other] = [
      new StepPage(await context.newPage()),
      new StepPage(await context.newPage()),
    ];
    for (const screen of [first, other]) {
      await screen.open(company, id, step.id);
      await expect(screen.live).toHaveAttribute('data-live', 'open');
    }
    const before = gateway.streams;
    await end(first);

    await expect.poll(() => gateway.streams).toBeGreaterThan(before);
    await expect.poll(() => gateway.openStreams).toBe(1);
    const [lead] = await send(step.id, { name: 'Ada Lovelace' });
    await expect(other.lead(lead?.id ?? '')).toBeVisible();

    const opened = gateway.streams;
    await new Shell(other.page).go('Funnels');
    await new FunnelsPage(other.page).link(name).click();
    const board = new BoardPage(other.page);
    await expect(board.live).toHaveAttribute('data-live', 'open');
    await expect(board.card(lead?.id ?? '')).toBeVisible();
    expect(gateway.streams).toBe(opened);
  });
}

test('pausing holds back new leads in this tab only, until it is resumed', {
  tag: '@full',
}, async ({ context, company, panel, send }) => {
  const { id, step } = await panel.createFunnel();
  await send(step.id, { name: 'Ada Lovelace' });
  const [paused, other] = [
    new StepPage(await context.newPage()),
    new StepPage(await context.newPage()),
  ];
  for (const screen of [paused, other]) {
    await screen.open(company, id, step.id);
    await expect(screen.live).toHaveAttribute('data-live', 'open');
  }
  await paused.pause.click();
  await expect(paused.live).toHaveText('Paused: new leads are not shown');
  await send(step.id, { name: 'Grace Hopper' });
  await expect(other.leads).toHaveCount(2);
  await expect(paused.leads).toHaveCount(1);

  await paused.resume.click();
  await expect(paused.leads).toHaveCount(2);
  await expect(paused.live).toHaveAttribute('data-live', 'open');
});
