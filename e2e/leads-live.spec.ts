import { expect, test } from './fixtures.ts';
import { LeadWork } from './pages/lead-work.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { Shell } from './pages/shell.ts';

const toContacted = { status: { from: 'new', to: 'contacted' } };

test('the list follows changes, each with one request, also beyond its first page', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new LeadsPage(page);
  const work = new LeadWork(page);
  const { id, step } = await panel.createFunnel();
  const [oldest] = await send(step.id, { name: 'The oldest' });
  await send(step.id, ...Array.from({ length: 28 }, (_, n) => ({ name: `Lead ${n}` })));
  const row = screen.lead(oldest?.id ?? '');
  await screen.open(company, `funnel=${id}`);
  await expect(screen.names).toHaveCount(25);
  await send(step.id, { name: 'The first that arrives' });
  await expect(screen.names.first()).toHaveText('The first that arrives');

  // What is not shown costs no request, what is shown costs one.
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/trpc/')) requests.push(request.url());
  });
  for (let count = 0; count < 2; count += 1) await panel.createFunnel();
  await send(step.id, { name: 'The newest' });
  await expect(screen.names.first()).toHaveText('The newest');
  expect(requests).toHaveLength(1);

  await screen.names.last().scrollIntoViewIfNeeded();
  await expect(row).toBeVisible();

  await panel.changeLead(oldest?.id ?? '', toContacted);
  await expect(row).toContainText('Contacted');
  await expect(screen.names).toHaveCount(31);

  await screen.pause.click();
  await row.getByRole('link').click();
  await work.select('Status').selectOption('Qualified');
  await expect(new Shell(page).announcement).toHaveText('Status changed to Qualified');
  await page.keyboard.press('Escape');
  await expect(row).toContainText('Qualified');
  await expect(screen.names).toHaveCount(31);
});

test('leads that wait for their first contact say so beside their arrival', {
  tag: '@full',
}, async ({ page, company, panel, send }) => {
  const screen = new LeadsPage(page);
  const { id, step } = await panel.createFunnel();
  const [sent] = await send(step.id, { name: 'Ada Lovelace' });
  const row = screen.lead(sent?.id ?? '');
  await page.clock.install();
  await screen.open(company, `funnel=${id}`);
  await expect(row).not.toContainText(/not contacted for/i);
  await page.clock.fastForward('32:00');
  await expect(row.getByRole('cell').last()).toContainText(/not contacted for 32 min$/i);

  await panel.changeLead(sent?.id ?? '', toContacted);
  await expect(row).toContainText('Contacted');
  await expect(row).not.toContainText(/not contacted for/i);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test('many leads fit: the card of one has three lines', { tag: '@full' }, async ({
    page,
    company,
    panel,
    send,
  }) => {
    const screen = new LeadsPage(page);
    const { id, step } = await panel.createFunnel({ steps: ['A step with a rather long name'] });
    const [short] = await send(step.id, { name: 'Ada' });
    const [long] = await send(step.id, {
      name: 'Dona Maria Aparecida da Conceição dos Santos e Silva',
      phones: ['+55 11 98765-4321', '+55 11 3333-4444'],
      utmSource: 'instagram',
      campaignName: 'A campaign with a name that is longer than the line of a phone',
    });
    await panel.changeLead(short?.id ?? '', toContacted);
    await screen.open(company, `funnel=${id}`);
    for (const sent of [short, long]) {
      const card = screen.lead(sent?.id ?? '');
      await expect(card).toContainText('A step with a rather long name');
      expect((await card.boundingBox())?.height).toBeLessThanOrEqual(96);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
