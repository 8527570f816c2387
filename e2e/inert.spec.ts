import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { LeadPage } from './pages/lead-page.ts';
import { reload } from './pages/open.ts';
import { StepPage } from './pages/step-page.ts';

/** Tries to close the script with the page data and start another, and to load a failing image. */
const payload = (field: string) =>
  `</script><script>executed='${field}'</script><img src=x onerror="executed='${field}'">`;

const fields = [
  'name',
  'segment',
  'email',
  'campaignName',
  'adName',
  'adsetName',
  'formId',
  'externalLeadId',
  'pageId',
  'pageName',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
];
/** Shown shortened. */
const clickIds = ['gclid', 'fbclid'];
const lead = {
  ...Object.fromEntries([...fields, ...clickIds].map((field) => [field, payload(field)])),
  name: payload('name'),
  phones: ['+55 11 98765-4321'],
  customFields: { [payload('a key')]: payload('custom') },
};

/** Injected elements, scripts and `javascript:` links, and what was executed. */
const injected = (page: Page) =>
  page.evaluate(() => {
    const scripts = Array.from(document.scripts, ({ text }) => text);
    const links = Array.from(document.links, ({ protocol }) => protocol);

    return [
      ...Array.from(document.querySelectorAll('img[src="x"], [onerror]'), (each) => each.outerHTML),
      ...scripts.filter((text) => text.startsWith('executed=')),
      ...links.filter((protocol) => protocol === 'javascript:'),
      ...('executed' in window ? [String(window.executed)] : []),
    ];
  });

test('check 43: markup in any field of a lead is shown as text on every screen', async ({
  page,
  company,
  panel,
  send,
}) => {
  const step = new StepPage(page);
  const screen = new LeadPage(page);
  const { id, step: first } = await panel.createFunnel();
  await send(first.id, lead);
  await step.open(company, id, first.id);
  await expect(step.names).toHaveText([lead.name]);
  expect(await injected(page)).toEqual([]);
  // A second one arrives on the open screen, and is found there.
  await send(first.id, { ...lead, externalLeadId: 'another' });
  await expect(step.names).toHaveText([lead.name, lead.name]);
  await step.search.fill('executed=');
  await expect(page).toHaveURL(/q=executed/);
  await expect(step.names).toHaveText([lead.name, lead.name]);
  expect(await injected(page)).toEqual([]);

  await step.names.getByRole('link').last().click();
  await expect(screen.heading).toHaveText(lead.name);
  expect(await injected(page)).toEqual([]);
  await screen.select('Status').selectOption('Qualified');
  await expect(screen.timeline).toHaveCount(2);
  await reload(page);
  await expect(screen.heading).toHaveText(lead.name);
  const main = page.getByRole('main');
  for (const field of fields) await expect(main).toContainText(payload(field));
  await expect(main.getByText(`${payload('').slice(0, 20)}…`)).toHaveCount(clickIds.length);
  expect(await page.title()).toContain(lead.name);
  expect(await injected(page)).toEqual([]);
});
