import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { clickIfVisible, delayCalls, dropCalls } from './network.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { SearchDialog } from './pages/search-dialog.ts';
import { Shell } from './pages/shell.ts';
import { ShortcutsDialog } from './pages/shortcuts-dialog.ts';

/** A word that no other test's leads have. */
const newWord = () => unique('Zx').replaceAll(/[^a-z0-9]/gi, '');

test('finds a lead of any step from any page, by words in any order, and opens it', async ({
  page,
  company,
  panel,
  send,
}) => {
  const [search, lead] = [new SearchDialog(page), new LeadPage(page)];
  const word = newWord();
  const funnel = await panel.createFunnel();
  await send(
    funnel.step.id,
    { name: `Dark ${word}` },
    { name: `João ${word}`, phones: ['+55 11 98765-4321'], campaignName: 'Primavera' },
    { name: `Ana ${word}`, email: `ana.${word}@example.test` },
  );
  await new FunnelsPage(page).open(company);

  await page.keyboard.press('/');
  await expect(search.input).toBeFocused();
  await search.input.fill(`${word} joao`);
  await expect(search.leads).toHaveCount(1);
  await expect(search.leads).toContainText(`João ${word}`);
  await expect(search.leads).toContainText('+55 11 98765 4321');
  await expect(search.leads).toContainText(`${funnel.name} · First`);
  await expect(search.marks).toHaveText(['João', word]);
  await expect(search.status).toHaveText('1 lead found');
  expect(await audit(page, 'a search')).toEqual([]);

  const nothing = newWord();
  await search.input.fill(nothing);
  await expect(search.noMatch(nothing)).toBeVisible();
  await search.input.fill(word);
  await expect(search.leads).toHaveCount(3);
  await expect(search.current).toContainText('Ana');
  await page.keyboard.press('ArrowDown');
  await expect(search.current).toContainText('João');
  await page.keyboard.press('Enter');
  await expect(lead.heading).toHaveText(`João ${word}`);
  await expect(search.dialog).toBeHidden();

  // Enter before the answer runs no command, and opens the first lead of the answer.
  await page.emulateMedia({ colorScheme: 'light' });
  await page.keyboard.press('/');
  const release = await delayCalls(page, 'leads.search');
  await search.input.fill('dark');
  await expect(search.leads).toHaveText(['Use the dark theme']);
  await page.keyboard.press('Enter');
  release();
  await expect(lead.heading).toHaveText(`Dark ${word}`);
  await expect(search.dialog).toBeHidden();
  await expect(page.locator('html')).not.toContainClass('dark');
});

test('says that it failed, and tries again', { tag: '@full' }, async ({ page, company }) => {
  const search = new SearchDialog(page);
  await new FunnelsPage(page).open(company);
  await search.open.click();
  await expect(search.dialog.getByText('Words in any order')).toBeVisible();
  const restore = await dropCalls(page, 'leads.search');
  await search.input.fill(newWord());
  await expect(search.error).toContainText('The server cannot be reached');
  await restore();
  await clickIfVisible(search.error.getByRole('button', { name: 'Retry' }));
  await expect(search.dialog.getByText(/^No lead matches/)).toBeVisible();
});

test('an old answer never replaces a newer one', { tag: '@full' }, async ({
  page,
  company,
  panel,
  send,
}) => {
  const search = new SearchDialog(page);
  const words = [newWord(), newWord()];
  const funnel = await panel.createFunnel();
  await send(funnel.step.id, ...words.map((name) => ({ name })));
  await new FunnelsPage(page).open(company);
  await search.open.click();

  const [first = '', second = ''] = words;
  const isFirst = (url: URL) => url.pathname.includes('leads.search') && url.search.includes(first);
  const released = Promise.withResolvers<void>();
  await page.route(isFirst, async (route) => {
    await released.promise;
    await route.continue();
  });
  const sent = page.waitForRequest((request) => isFirst(new URL(request.url())));
  await search.input.fill(first);
  await sent;
  await search.input.fill(second);
  await expect(search.leads).toHaveText(new RegExp(second));
  const late = page.waitForResponse((response) => isFirst(new URL(response.url())));
  released.resolve();
  await late;
  await expect(search.leads).toHaveCount(1);
  await expect(search.leads).toHaveText(new RegExp(second));
});

test('shows more leads when the list is scrolled', { tag: '@full' }, async ({
  page,
  company,
  panel,
  send,
}) => {
  const search = new SearchDialog(page);
  const word = newWord();
  const funnel = await panel.createFunnel();
  await send(
    funnel.step.id,
    ...Array.from({ length: 25 }, (_, index) => ({ name: `${word} ${index}` })),
  );
  await new FunnelsPage(page).open(company);
  await search.open.click();
  await search.input.fill(word);
  await expect(search.leads.first()).toBeVisible();
  await search.leads.last().scrollIntoViewIfNeeded();
  await expect(search.leads).toHaveCount(25);
});

test('has no accessibility violations without leads, nor has the list of shortcuts', {
  tag: '@full',
}, async ({ page, company }) => {
  test.slow();
  const [search, shortcuts] = [new SearchDialog(page), new ShortcutsDialog(page)];
  await new FunnelsPage(page).open(company);
  await search.open.click();
  await expect(search.input).toBeFocused();
  const found = await audit(page, 'the empty search');
  await search.input.fill(newWord());
  await expect(search.dialog.getByText(/^No lead matches/)).toBeVisible();
  found.push(...(await audit(page, 'a search without leads')));
  await page.keyboard.press('Escape');
  await expect(search.dialog).toBeHidden();
  await page.keyboard.press('?');
  await expect(shortcuts.dialog).toBeVisible();
  found.push(...(await audit(page, 'the shortcuts')));

  expect(found).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test('an icon opens the search in full width', { tag: '@full' }, async ({ page, company }) => {
    const search = new SearchDialog(page);
    await new FunnelsPage(page).open(company);
    expect((await search.open.boundingBox())?.width).toBeLessThanOrEqual(44);
    await search.open.tap();
    await expect(search.input).toBeFocused();

    expect((await search.dialog.boundingBox())?.width).toBe(390);
    await search.close.tap();
    await expect(search.dialog).toBeHidden();
    await expect(new Shell(page).heading).toHaveText('Funnels');
  });
});
