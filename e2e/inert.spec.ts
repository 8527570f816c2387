import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { LeadPage } from './pages/lead-page.ts';
import { reload } from './pages/open.ts';
import { StepPage } from './pages/step-page.ts';

/** Ends the script that hands data to the page, and begins its own; else an element that fails. */
const sting = (field: string) =>
  `</script><script>stung='${field}'</script><img src=x onerror="stung='${field}'">`;

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
  'gclid',
  'fbclid',
];
const lead = {
  ...Object.fromEntries(fields.map((field) => [field, sting(field)])),
  name: sting('name'),
  phones: ['+55 11 98765-4321'],
  customFields: { [sting('a key')]: sting('custom') },
};

/** What has become an element or an address that runs, and what has run, whatever the policy says. */
const venom = (page: Page) =>
  page.evaluate(() => {
    const scripts = Array.from(document.scripts, ({ text }) => text);
    const links = Array.from(document.links, ({ protocol }) => protocol);

    return [
      ...Array.from(document.querySelectorAll('img[src="x"], [onerror]'), (each) => each.outerHTML),
      ...scripts.filter((text) => text.startsWith('stung=')),
      ...links.filter((protocol) => protocol === 'javascript:'),
      ...('stung' in window ? [String(window.stung)] : []),
    ];
  });

test('check 43: an element in any field of a lead stays text, on every screen', async ({
  page,
  company,
  panel,
  send,
}) => {
  const step = new StepPage(page);
  const screen = new LeadPage(page);
  const { id, step: first } = await panel.createFunnel();
  await step.open(company, id, first.id);
  const [arrived] = await send(first.id, lead);
  await expect(step.names).toHaveText([lead.name]);
  expect(await venom(page)).toEqual([]);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await reload(page);
    await step.search.fill('stung=');
    await expect(step.names).toHaveText([lead.name]);
    expect(await venom(page)).toEqual([]);
  }

  await page.getByRole('link', { name: 'stung=' }).click();
  await expect(screen.heading).toHaveText(lead.name);
  expect(await venom(page)).toEqual([]);
  await screen.select('Status').selectOption('Qualified');
  await expect(screen.timeline).toHaveCount(2);
  await reload(page);
  await expect(screen.heading).toHaveText(lead.name);
  const main = page.getByRole('main');
  for (const field of fields) await expect(main).toContainText(sting(field));
  expect(await venom(page)).toEqual([]);

  await screen.open(company, arrived?.id ?? '');
  expect(await page.title()).toContain(lead.name);
});

test.describe('a viewer', { tag: '@viewer' }, () => {
  test.use({ role: 'viewer' });

  test('check 43: nor for those who only read', async ({ page, company, panel, send }) => {
    const screen = new LeadPage(page);
    const { step } = await panel.createFunnel();
    const [sent] = await send(step.id, lead);
    await screen.open(company, sent?.id ?? '');
    await expect(screen.part('Attribution')).toContainText(sting('campaignName'));
    expect(await venom(page)).toEqual([]);
  });
});
