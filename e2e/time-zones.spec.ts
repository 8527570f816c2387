import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { AccountPage } from './pages/account-page.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { KeyDialog } from './pages/dialogs.ts';
import { LeadPage } from './pages/lead-page.ts';
import { reload } from './pages/open.ts';
import { Shell } from './pages/shell.ts';

/** As the panel writes a time in a time zone. */
const timeIn = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    at,
  );

/** Time zones and countries are listed once the control is approached. */
async function choose(select: Locator, value: string): Promise<void> {
  await select.focus();
  await select.selectOption(value);
}

test.describe('a company', { tag: '@own' }, () => {
  test('gets settings, with an error at its field; the last day of a key is in its time zone', async ({
    page,
    company,
  }) => {
    const settings = new CompanyPage(page);
    const dialog = new KeyDialog(page);
    await settings.open(company);
    await settings.name.fill(' ');
    await settings.save.click();
    await expect(settings.name).toHaveAccessibleDescription('Enter a name');
    await settings.name.fill('Initech Nepal');
    await choose(settings.timeZone, 'Asia/Kathmandu');
    await choose(settings.country, 'NP');
    await settings.agentsSee.selectOption('own');
    await settings.firstContact.selectOption('15');
    await settings.save.click();
    await expect(settings.saved).toBeVisible();
    await reload(page);
    await expect(settings.name).toHaveValue('Initech Nepal');
    await expect(settings.timeZone).toHaveValue('Asia/Kathmandu');
    await expect(settings.country).toHaveValue('NP');
    await expect(settings.agentsSee).toHaveValue('own');
    await expect(settings.firstContact).toHaveValue('15');

    await new Shell(page).go('API keys');
    await new ApiKeysPage(page).create.click();
    await dialog.radio('On a date').check();
    await dialog.lastDay.fill('2099-12-31');
    await expect(dialog.dialog).toContainText(
      'Works until the end of 31 Dec 2099 (Asia/Kathmandu).',
    );
    const sent = page.waitForRequest(/apiKeys\.create/);
    await dialog.name.fill('Fair');
    await dialog.submit.click();
    expect((await sent).postData()).toContain('2099-12-31T18:15:00.000Z');
  });
});

test.describe('a viewer', { tag: '@own' }, () => {
  test.use({ role: 'viewer' });

  test('reads the settings of the company', async ({ page, company, panel }) => {
    await panel.updateCompany({ agentsSee: 'ownAndUnassigned', contactTarget: 15 });
    const settings = new CompanyPage(page);
    await settings.open(company);

    await expect(settings.readOnlyNote).toBeVisible();
    await expect(settings.save).toBeHidden();
    await expect(page.getByRole('main')).toContainText('Their own and unassigned leads');
    await expect(page.getByRole('main')).toContainText('Within 15 minutes');
  });
});

test.describe('a user', { tag: '@own' }, () => {
  test.use({ role: 'agent', hasTouch: true });

  test('sees times in their own time zone, and UTC by keyboard, pointer and touch', async ({
    page,
    createLead,
    company,
  }) => {
    const id = await createLead({ name: 'Ada Lovelace' });
    const account = new AccountPage(page);
    await account.open(company);
    await expect(account.timeZone).toHaveValue('');
    await expect(account.timeZone.getByRole('option')).toHaveCount(1);
    await choose(account.timeZone, 'America/Sao_Paulo');
    await expect(new Shell(page).announcement).toHaveText('Time zone changed');

    await new LeadPage(page).open(company, id);
    const at = new Date(
      (await page.getByRole('main').locator('time').first().getAttribute('datetime')) ?? '',
    );
    const local = timeIn('America/Sao_Paulo', at);
    const received = page.getByRole('main').getByRole('button', { name: local });
    const popup = page.locator('[data-tooltip-popup]');
    await expect(received).toHaveAccessibleDescription(
      `${local} America/Sao Paulo\n${timeIn('UTC', at)} UTC`.replace('\n', ' '),
    );
    await received.hover();
    await expect(popup).toContainText(`${timeIn('UTC', at)} UTC`);
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
    await received.tap();
    await expect(popup).toContainText(`${timeIn('UTC', at)} UTC`);
    await page.getByRole('heading', { level: 1 }).tap();
    await expect(popup).toBeHidden();
    await received.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(popup).toContainText(`${timeIn('UTC', at)} UTC`);
  });
});
