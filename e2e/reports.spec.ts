import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { ReportsPage } from './pages/reports-page.ts';

test.describe('a manager', { tag: '@own' }, () => {
  test('follows a number down to its leads', async ({ page, company, panel, send }) => {
    const [reports, leads] = [new ReportsPage(page), new LeadsPage(page)];
    const { step, name } = await panel.createFunnel();
    const [ada, grace] = await send(
      step.id,
      { name: 'Ada Lovelace', email: 'ada@example.test', utmSource: 'facebook' },
      { name: 'Grace Hopper', email: 'grace@example.test', utmSource: 'facebook' },
      { name: 'Linus Pauling', email: 'linus@example.test' },
    );
    await panel.changeLead(ada?.id ?? '', { status: { from: 'new', to: 'contacted' } });
    await panel.assignLead(grace?.id ?? '', { from: null, to: await panel.adminId() });

    await reports.open(company);
    await expect(reports.chart).toHaveAccessibleName(/^3 leads in 30 days, 1 of them contacted/);
    await expect(reports.total('Contacted')).toHaveText('1 contacted33 %');
    await expect(reports.rows('By funnel and step')).toHaveText([
      new RegExp(`^${name}`),
      new RegExp(`^${step.name}`),
    ]);
    await expect(reports.rows('By source')).toHaveText(['Facebook', 'API']);
    expect(await audit(page, 'a report')).toEqual([]);

    // By the keyboard, as every link.
    await reports.number('1 waiting, Facebook').focus();
    await page.keyboard.press('Enter');
    await expect(leads.names).toHaveText(['Grace Hopper']);
    await expect(leads.filters.chip('First contact: Waiting')).toBeVisible();
    await expect(leads.filters.chip('Source: Facebook')).toBeVisible();
    await leads.filters.chip('Source: Facebook').click();
    await expect(leads.names).toHaveText(['Linus Pauling', 'Grace Hopper']);

    await page.goBack();
    await reports.days('Last 7 days').click();
    await reports.number('2 leads, No owner').click();
    await expect(leads.names).toHaveText(['Linus Pauling', 'Ada Lovelace']);

    await page.goBack();
    await reports.days('Other days').click();
    await reports.lastDay.fill('2026-01-06');
    await expect(reports.lastDay).toHaveAccessibleDescription('The last day is before the first.');
    await reports.firstDay.fill('2026-01-05');
    await expect(reports.nothing).toHaveText('No leads on these days');
    await reports.days('This month').click();
    await expect(page).toHaveURL(/days=month$/);
    await expect(reports.total('Leads')).toHaveText('3 leads');
  });

  test('a report of a company without leads says so', { tag: '@full' }, async ({
    page,
    company,
  }) => {
    const reports = new ReportsPage(page);
    await reports.open(company);
    await expect(reports.nothing).toHaveText('No leads yet');
    expect(await audit(page, 'a report without leads')).toEqual([]);
  });
});
