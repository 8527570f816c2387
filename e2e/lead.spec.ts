import { expect, test } from './fixtures.ts';
import { readClipboard } from './helpers.ts';
import { dropCalls } from './network.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { LeadWork } from './pages/lead-work.ts';
import { reload } from './pages/open.ts';
import { Shell } from './pages/shell.ts';
import { StepPage } from './pages/step-page.ts';

const maria = {
  name: 'Maria Silva',
  phones: ['+55 11 98765-4321'],
  email: 'maria@example.test',
  campaignName: 'Spring',
  pageId: '1234',
  pageName: 'Acme Brasil',
  customFields: { budget: 1200, newsletter: true },
};

test('shows all data of a lead', async ({ page, context, company, panel, send }) => {
  const screen = new LeadPage(page);
  const funnel = await panel.createFunnel({ steps: ['New', 'Won'] });
  const [lead] = await send(funnel.step.id, maria);
  await screen.open(company, lead?.id ?? '');
  await expect(screen.heading).toHaveText('Maria Silva');

  const contact = screen.section('Contact');
  await expect(
    contact.getByRole('link', { name: '+55 11 98765 4321', exact: true }),
  ).toHaveAttribute('href', 'tel:+5511987654321');
  await expect(
    contact.getByRole('link', { name: 'maria@example.test', exact: true }),
  ).toHaveAttribute('href', 'mailto:maria@example.test');
  await contact.getByRole('button', { name: 'Copy +5511987654321' }).click();
  await expect(new Shell(page).announcement).toHaveText('Copied');
  expect(await readClipboard(context)).toBe('+5511987654321');

  await expect(screen.section('Attribution')).toContainText(/SourceFacebook/);
  await expect(screen.section('Attribution')).toContainText('Spring');
  await expect(screen.section('Custom fields')).toContainText('budget1200');
  await expect(screen.section('Custom fields')).toContainText('newsletterYes');
  await expect(screen.section('Request details')).toContainText('Public API');
  await expect(screen.section('Request details')).toContainText(lead?.id ?? '');
  await expect(screen.timeline).toHaveCount(1);
  await expect(screen.timeline).toContainText('Created in New');
});

test('a lead without work offers a note, also while another form is open', async ({
  page,
  company,
  createLead,
}) => {
  const lead = new LeadWork(page);
  const id = await createLead(maria);
  await lead.open(company, id);
  await lead.mode('Call').click();
  await expect(lead.saveCall).toBeVisible();
  await lead.writeNote.click();
  await expect(lead.note).toBeFocused();
  await page.keyboard.type('Called back');
  await lead.saveNote.click();
  await expect(lead.timeline).toHaveCount(2);
  await expect(lead.writeNote).toHaveCount(0);
});

test('changes status, priority and temperature, and lists the changes in the timeline', async ({
  page,
  company,
  createLead,
}) => {
  const screen = new LeadPage(page);
  const shell = new Shell(page);
  const id = await createLead(maria);
  await screen.open(company, id);
  await screen.select('Status').selectOption('Qualified');
  await expect(shell.announcement).toHaveText('Status changed to Qualified');
  await screen.select('Priority').selectOption('Urgent');
  await expect(shell.announcement).toHaveText('Priority changed to Urgent');
  await screen.select('Temperature').selectOption('Hot');
  await expect(shell.announcement).toHaveText('Temperature changed to Hot');

  await expect(screen.timeline).toHaveText([
    /^Temperature changed from Warm to Hot/,
    /^Priority changed from Medium to Urgent/,
    /^Status changed from New to Qualified/,
    /^Created in First/,
  ]);
  await reload(page);
  await expect(screen.select('Status')).toHaveValue('qualified');
  await expect(screen.select('Priority')).toHaveValue('urgent');
  await expect(screen.select('Temperature')).toHaveValue('hot');
});

test('moves a lead to another step', async ({ page, company, panel, send }) => {
  const screen = new LeadPage(page);
  const funnel = await panel.createFunnel({ steps: ['New', 'Won'] });
  const [lead] = await send(funnel.step.id, maria);
  await screen.open(company, lead?.id ?? '');
  await screen.select('Step').selectOption(funnel.steps[1]?.id ?? '');
  await expect(screen.timeline.first()).toContainText('Moved from New to Won');
  await expect(screen.select('Status')).toHaveValue('new');

  await page.getByRole('main').getByRole('link', { name: 'Won' }).click();
  await expect(new StepPage(page).names).toHaveText(['Maria Silva']);
});

test('moves a lead to a step of another funnel', async ({ page, company, panel, send }) => {
  const screen = new LeadPage(page);
  const [from, to] = [await panel.createFunnel(), await panel.createFunnel({ steps: ['Visit'] })];
  const [lead] = await send(from.step.id, maria);
  await screen.open(company, lead?.id ?? '');
  const group = screen.select('Step').locator(`optgroup[label="${to.name}"]`);
  await expect(group.locator('option')).toHaveText(['Visit']);
  await screen.select('Step').selectOption(to.step.id);

  await expect(screen.timeline.first()).toContainText(
    `Moved from ${from.name}: First to ${to.name}: Visit`,
  );
  await expect(new Shell(page).breadcrumbs).toHaveText(`CRM/Funnels/${to.name}/Visit/Maria Silva`);
});

test('keeps a choice that was not saved, says so at the field, and offers it again', async ({
  page,
  company,
  createLead,
}) => {
  const screen = new LeadPage(page);
  const id = await createLead(maria);
  await screen.open(company, id);
  const restore = await dropCalls(page, 'leads.update');
  await screen.select('Status').selectOption('Lost');
  const notice = page.getByRole('region', { name: 'Status not saved' });
  await expect(notice).toHaveText(/You chose Lost, which was not saved\./);
  await expect(screen.select('Status')).toHaveValue('new');

  await restore();
  await reload(page);
  await notice.getByRole('button', { name: 'Save now' }).click();
  await expect(notice).toBeHidden();
  await expect(screen.timeline.first()).toContainText('Status changed from New to Lost');
  await expect(screen.select('Status')).toHaveValue('lost');
});

test.describe('an agent', { tag: '@agent' }, () => {
  test.use({ role: 'agent' });

  test('changes leads but not funnels or keys', async ({ page, company, panel, send }) => {
    const screen = new LeadPage(page);
    const shell = new Shell(page);
    const funnel = await panel.createFunnel();
    const [lead] = await send(funnel.step.id, maria);
    await screen.open(company, lead?.id ?? '');
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
