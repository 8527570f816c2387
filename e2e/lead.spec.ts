import { expect, test } from './fixtures.ts';
import { readClipboard } from './helpers.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { Shell } from './pages/shell.ts';

const maria = {
  name: 'Maria Silva',
  phones: ['+55 11 98765-4321'],
  email: 'maria@example.test',
  campaignName: 'Spring',
  pageId: '1234',
  pageName: 'Acme Brasil',
  customFields: { budget: 1200, newsletter: true },
};

test('shows all data of a lead, and what is changed there: its status, step and funnel', async ({
  page,
  context,
  company,
  panel,
  send,
}) => {
  const [screen, shell] = [new LeadPage(page), new Shell(page)];
  const from = await panel.createFunnel({ steps: ['New', 'Won'] });
  const to = await panel.createFunnel({ steps: ['Visit'] });
  const [lead] = await send(from.step.id, maria);
  await screen.open(company, lead?.id ?? '');
  await expect(screen.heading).toHaveText('Maria Silva');

  await test.step('all data', async () => {
    const link = (name: string) => screen.contact.getByRole('link', { name, exact: true });
    await expect(link('+55 11 98765 4321')).toHaveAttribute('href', 'tel:+5511987654321');
    await expect(link('maria@example.test')).toHaveAttribute('href', 'mailto:maria@example.test');
    await screen.contact.getByRole('button', { name: 'Copy +5511987654321' }).click();
    await expect(shell.announcement).toHaveText('Copied');
    expect(await readClipboard(context)).toBe('+5511987654321');

    await expect(screen.section('Attribution')).toContainText(/SourceFacebook/);
    await expect(screen.section('Attribution')).toContainText('Spring');
    await expect(screen.section('Custom fields')).toContainText('budget1200');
    await expect(screen.section('Custom fields')).toContainText('newsletterYes');
    await expect(screen.section('Request details')).toContainText('Public API');
    await expect(screen.section('Request details')).toContainText(lead?.id ?? '');
    await expect(screen.timeline).toHaveText([/^Created in New/]);
  });

  await test.step('status, priority and temperature', async () => {
    await screen.select('Status').selectOption('Qualified');
    await expect(shell.announcement).toHaveText('Status changed to Qualified');
    await screen.select('Priority').selectOption('Urgent');
    await expect(shell.announcement).toHaveText('Priority changed to Urgent');
    await screen.select('Temperature').selectOption('Hot');
    await expect(shell.announcement).toHaveText('Temperature changed to Hot');
  });

  await test.step('step and funnel', async () => {
    await screen.select('Step').selectOption(from.steps[1]?.id ?? '');
    await expect(screen.timeline.first()).toContainText('Moved from New to Won');
    await expect(screen.select('Status')).toHaveValue('qualified');
    await expect(shell.main.getByRole('link', { name: 'Won' })).toHaveAttribute(
      'href',
      `/${company}/funnels/${from.id}/steps/${from.steps[1]?.id}`,
    );

    const group = screen.select('Step').locator(`optgroup[label="${to.name}"]`);
    await expect(group.locator('option')).toHaveText(['Visit']);
    await screen.select('Step').selectOption(to.step.id);
    await expect(shell.breadcrumbs).toHaveText(`CRM/Funnels/${to.name}/Visit/Maria Silva`);
  });

  await expect(screen.timeline).toHaveText([
    new RegExp(`^Moved from ${from.name}: Won to ${to.name}: Visit`),
    /^Moved from New to Won/,
    /^Temperature changed from Warm to Hot/,
    /^Priority changed from Medium to Urgent/,
    /^Status changed from New to Qualified/,
    /^Created in New/,
  ]);
});

test.describe('an agent', { tag: ['@agent', '@full'] }, () => {
  test.use({ role: 'agent' });

  test('changes leads but not funnels or keys', async ({ page, company, createLead }) => {
    const screen = new LeadPage(page);
    const shell = new Shell(page);
    await screen.open(company, await createLead(maria));
    await screen.select('Status').selectOption('Contacted');
    await expect(screen.timeline.first()).toContainText('Status changed from New to Contacted');

    await shell.go('Funnels');
    await expect(shell.heading).toHaveText('Funnels');
    await expect(page.getByRole('button', { name: 'New funnel' })).toHaveCount(0);
    await expect(shell.navigation.getByRole('link', { name: 'API keys' })).toHaveCount(0);
    const keys = new ApiKeysPage(page);
    await keys.open(company);
    await expect(keys.readOnlyNote).toBeVisible();
    await expect(keys.create).toHaveCount(0);
  });
});
