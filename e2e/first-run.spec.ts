import type { Page } from '@playwright/test';
import { sendLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { KeyDialog } from './pages/dialogs.ts';
import { IntegratePage } from './pages/integrate-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { waitForScreen } from './pages/open.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { StepPage } from './pages/step-page.ts';
import type { Panel } from './panel.ts';

const tabs = [
  ...['n8n', 'Zapier', 'Make'],
  ...['curl', 'PowerShell', 'cmd', 'JavaScript', 'Python', 'PHP', 'Go', 'Java', 'Ruby'],
];
test.describe.configure({ timeout: 300_000 });

const phone = { width: 390, height: 844 };

test.describe('in a new company', { tag: '@own' }, () => {
  test.use({ role: null, isEmpty: true });

  test('a key made before any funnel: the funnel is created in place, and the first lead is named', {
    tag: '@full',
  }, async ({ page, api, memberOf, company }) => {
    const keys = new ApiKeysPage(page);
    const dialog = new KeyDialog(page);
    const user = await memberOf('admin');
    const signIn = new SignInPage(page);
    await signIn.open(`/${company}/settings/api-keys`);
    await signIn.signIn(user);
    await waitForScreen(page, /\/settings\/api-keys$/);
    await keys.createFirst.click();
    await dialog.name.fill('Website form');
    await dialog.submit.click();
    const secret = await dialog.secret.inputValue();
    await expect(dialog.createWebsite).toBeVisible();
    await expect(dialog.secretBadge).toHaveCount(0);
    await expect(dialog.curl).toHaveCount(0);
    const found = await audit(page, 'new key without a funnel');

    await dialog.createWebsite.click();
    await expect(dialog.select('Funnel')).toHaveText('Website');
    await expect(dialog.select('Step').locator('option')).toHaveText([
      'Inbox',
      'First call',
      'Proposal sent',
      'Won',
      'Lost',
    ]);
    await expect(dialog.secretBadge).toBeVisible();
    await expect(dialog.secret).toHaveValue(secret);
    const code = (await dialog.curl.textContent()) ?? '';
    const stepId = /public\/([0-9a-f-]{36})/.exec(code)?.[1] ?? '';

    await sendLead(api, { stepId, secret }, { name: 'Ada Lovelace' });
    await expect(dialog.firstRequest).toHaveText('First request received');
    found.push(...(await audit(page, 'first lead of a new key')));
    expect(found).toEqual([]);
    const [lead] = await Promise.all([page.waitForEvent('popup'), dialog.firstLead.click()]);
    await expect(new LeadPage(lead).heading).toHaveText('Ada Lovelace');
    await expect(dialog.secret).toHaveValue(secret);
  });
});

async function openEmptyStep(page: Page, panel: Panel, index: number): Promise<StepPage> {
  const screen = new StepPage(page);
  const { id, steps } = await panel.createFunnel();
  await screen.open(panel.company, id, steps[index]?.id ?? '');

  return screen;
}

test('shows what each tool and language needs, remembers the choice, and scrolls code on a phone', async ({
  page,
  panel,
}) => {
  const { screen } = await IntegratePage.openForStep(page, panel);
  const code = screen.section('Code');
  await expect(code.getByRole('tab')).toHaveText(tabs);
  await code.getByRole('tab', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Make settings' })).toContainText('YOUR_API_KEY');
  await expect(screen.curl).toHaveCount(0);
  expect(await audit(page, 'settings for Make')).toEqual([]);

  await code.getByRole('tab', { name: 'Python' }).click();
  await page.setViewportSize(phone);
  await screen.open(panel.company);
  const python = code.getByRole('tab', { name: 'Python' });
  await expect(python).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('group', { name: 'Python code' })).toContainText('LEADGATE_KEY');
  await python.scrollIntoViewIfNeeded();
  await expect(python).toBeInViewport({ ratio: 0.9 });
  await screen.chooseTab('curl');
  const widths = await screen.curl.evaluate((box) => ({
    scrolls: box.scrollWidth > box.clientWidth,
    box: box.getBoundingClientRect().right <= 390,
    page: document.documentElement.scrollWidth,
  }));
  expect(widths).toEqual({ scrolls: true, box: true, page: 390 });
});

/* The empty first step is in `step.spec.ts`. */
test('an empty later step says that leads are moved there', { tag: '@full' }, async ({
  page,
  panel,
}) => {
  const screen = await openEmptyStep(page, panel, 1);
  await expect(page.getByText('Leads come here when they are moved.')).toBeVisible();
  await expect(screen.sendFirstLead).toHaveCount(0);

  expect(await audit(page, 'an empty later step')).toEqual([]);
});

test.describe('an agent', { tag: ['@agent', '@full'] }, () => {
  test.use({ role: 'agent' });

  test('gets from an empty step to its code', async ({ page, panel }) => {
    const screen = await openEmptyStep(page, panel, 0);
    await screen.sendFirstLead.click();
    await expect(new IntegratePage(page).curl).toBeVisible();
  });
});

test.describe('a viewer', { tag: '@viewer' }, () => {
  test.use({ role: 'viewer' });

  test('is told what will appear and which people to ask', async ({ page, panel }) => {
    const screen = await openEmptyStep(page, panel, 0);

    await expect(page.getByText(/To connect one, ask an admin of/)).toBeVisible();
    await expect(screen.live).toHaveText('Waiting for the first lead…');
    await expect(screen.sendFirstLead).toHaveCount(0);
  });
});
