import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { clickIfVisible, delayCalls, dropCalls } from './network.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { SearchDialog } from './pages/search-dialog.ts';
import { Shell } from './pages/shell.ts';
import { StepPage } from './pages/step-page.ts';

/** A word that no other test's leads have. */
const newWord = () => unique('Zx').replaceAll(/[^a-z0-9]/gi, '');

test('finds a lead of any step from any page, and opens it', async ({
  page,
  company,
  panel,
  send,
}) => {
  const search = new SearchDialog(page);
  const word = newWord();
  const funnel = await panel.createFunnel();
  const joao = { name: `João ${word}`, phones: ['+55 11 98765-4321'], campaignName: 'Primavera' };
  await send(funnel.step.id, joao);
  await send(funnel.step.id, { name: `Ana ${word}`, email: `ana.${word}@example.test` });
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

  await search.input.fill(`${word} 98765-4321`);
  await expect(search.marks).toHaveText([word, '98765 4321']);
  await search.input.fill(`primavera ${word}`);
  await expect(search.marks).toHaveText([word, 'Primavera']);
  await search.input.fill(`ana.${word}@example`.toUpperCase());
  await expect(search.leads).toHaveCount(1);

  await search.input.fill(word);
  await expect(search.leads).toHaveCount(2);
  await expect(search.current).toContainText('Ana');
  await page.keyboard.press('ArrowDown');
  await expect(search.current).toContainText('João');
  await page.keyboard.press('Enter');
  await expect(new LeadPage(page).heading).toHaveText(`João ${word}`);
  await expect(search.dialog).toBeHidden();
});

test('opens with Ctrl K also from a field, with / only outside of one, and gives focus back', async ({
  page,
  company,
  panel,
  send,
}) => {
  const search = new SearchDialog(page);
  const step = new StepPage(page);
  const funnel = await panel.createFunnel();
  await send(funnel.step.id, { name: 'Ada Lovelace' });
  await step.open(company, funnel.id, funnel.step.id);
  await step.search.click();
  await page.keyboard.type('a/b');
  await expect(step.search).toHaveValue('a/b');
  await expect(search.dialog).toBeHidden();

  await page.keyboard.press('ControlOrMeta+k');
  await expect(search.input).toBeFocused();
  await page.keyboard.type('/');
  await expect(search.input).toHaveValue('/');
  await page.keyboard.press('Escape');
  await expect(search.dialog).toBeHidden();
  await expect(step.search).toBeFocused();

  await search.open.click();
  await expect(search.input).toBeFocused();
  await expect(search.input).toHaveValue('');
  await search.close.click();
  await expect(search.open).toBeFocused();
});

test('says that nothing was found, that it failed, and tries again', async ({ page, company }) => {
  const search = new SearchDialog(page);
  await new FunnelsPage(page).open(company);
  await search.open.click();
  await expect(search.dialog.getByText('Words in any order')).toBeVisible();
  const nothing = newWord();
  await search.input.fill(nothing);
  await expect(search.noMatch(nothing)).toBeVisible();

  const restore = await dropCalls(page, 'leads.search');
  await search.input.fill(newWord());
  await expect(search.error).toContainText('The server cannot be reached');
  await restore();
  await clickIfVisible(search.error.getByRole('button', { name: 'Retry' }));
  await expect(search.dialog.getByText(/^No lead matches/)).toBeVisible();
});

test('an old answer never replaces a newer one', async ({ page, company, panel, send }) => {
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

test('Enter before the answer runs no command, and opens the first lead of the answer', async ({
  page,
  company,
  panel,
  send,
}) => {
  const search = new SearchDialog(page);
  const name = `Dark ${newWord()}`;
  const funnel = await panel.createFunnel();
  await send(funnel.step.id, { name });
  await page.emulateMedia({ colorScheme: 'light' });
  await new FunnelsPage(page).open(company);
  await search.open.click();
  const release = await delayCalls(page, 'leads.search');
  await search.input.fill('dark');
  await expect(search.leads).toHaveText(['Use the dark theme']);
  await page.keyboard.press('Enter');
  release();

  await expect(new LeadPage(page).heading).toHaveText(name);
  await expect(search.dialog).toBeHidden();
  await expect(page.locator('html')).not.toContainClass('dark');
});

test('shows more leads when the list is scrolled', async ({ page, company, panel, send }) => {
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

test('has no accessibility violations', async ({ page, company, panel, send }) => {
  test.slow();
  const search = new SearchDialog(page);
  const word = newWord();
  const funnel = await panel.createFunnel();
  await send(funnel.step.id, { name: `Ada ${word}`, phones: ['+55 11 98765-4321'] });
  await new FunnelsPage(page).open(company);
  await search.open.click();
  await expect(search.input).toBeFocused();
  const found = await audit(page, 'the empty search');
  await search.input.fill(`${word} 98765`);
  await expect(search.leads).toHaveCount(1);
  found.push(...(await audit(page, 'a search')));
  await search.input.fill(newWord());
  await expect(search.dialog.getByText(/^No lead matches/)).toBeVisible();
  found.push(...(await audit(page, 'a search without leads')));

  expect(found).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test('an icon opens the search in full width', async ({ page, company }) => {
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
