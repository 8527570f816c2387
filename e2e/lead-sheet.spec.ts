import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { LeadWork } from './pages/lead-work.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { open } from './pages/open.ts';

test('leads that were opened and closed leave no history', async ({
  page,
  company,
  panel,
  send,
}) => {
  const list = new LeadsPage(page);
  const { sheet } = new LeadWork(page);
  const { id, step } = await panel.createFunnel();
  const [older, newer] = [
    ...(await send(step.id, { name: 'Lead older' })),
    ...(await send(step.id, { name: 'Lead newer' })),
  ];
  await open(page, `/${company}/funnels`);
  await list.open(company, `funnel=${id}`);
  const link = list.lead(newer?.id ?? '').getByRole('link');
  await expect(link).toHaveAttribute('href', `?funnel=${id}&lead=${newer?.id}`);

  await link.click();
  await expect(sheet.getByRole('heading', { name: 'Lead newer' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(sheet.getByRole('heading', { name: 'Lead older' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/leads\\?funnel=${id}$`));
  await list
    .lead(older?.id ?? '')
    .getByRole('link')
    .click();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/leads\\?funnel=${id}$`));

  await list
    .lead(older?.id ?? '')
    .getByRole('link')
    .click();
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/${company}/funnels$`));
});

test('goes on to the next lead after a change that removes one from the list', async ({
  page,
  company,
  panel,
  send,
}) => {
  const list = new LeadsPage(page);
  const lead = new LeadWork(page);
  const { id, step } = await panel.createFunnel();
  for (const name of ['Third lead', 'Second lead', 'First lead']) await send(step.id, { name });
  await list.open(company, `funnel=${id}&status=new`);
  const title = lead.sheet.getByRole('heading', { level: 2 }).first();
  await list.names.first().getByRole('link').click();
  await expect(title).toHaveText('First lead');
  await lead.select('Status').selectOption('contacted');
  /* By test id: the list is inert behind the sheet. */
  await expect(list.rows).toHaveCount(2);
  await lead.sheet.getByRole('heading', { name: 'Timeline' }).click();
  await page.keyboard.press('j');
  await expect(title).toHaveText('Second lead');
  await page.keyboard.press('j');
  await expect(title).toHaveText('Third lead');
});

test('on a phone a long name takes two lines of the sheet, and all of them on demand', async ({
  page,
  company,
  panel,
  send,
}) => {
  const { sheet } = new LeadWork(page);
  const { step } = await panel.createFunnel();
  const [sent] = await send(step.id, { name: 'W'.repeat(200) });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `/${company}/leads?lead=${sent?.id}`);
  const heading = sheet.getByRole('heading', { name: 'WWW' });
  const height = async () => (await heading.boundingBox())?.height ?? 0;
  await expect.poll(height).toBeLessThan(60);

  await sheet.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(height).toBeGreaterThan(100);
});

test('deletes a lead in the sheet, which closes, and takes it back', async ({
  page,
  company,
  panel,
  send,
}) => {
  const list = new LeadsPage(page);
  const lead = new LeadWork(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, { name: 'Ada Lovelace' }, { name: 'Grace Hopper' });
  await list.open(company, `funnel=${id}`);
  await list.names.getByText('Ada Lovelace').click();
  await lead.actions.click();
  await lead.deleteLead.click();
  await expect(lead.sheet).toBeHidden();
  await expect(list.names).toHaveText(['Grace Hopper']);
  await lead.undo.click();
  await expect(list.names).toHaveCount(2);
});

test('deletes a lead on its page, and goes to the list of leads', async ({
  page,
  company,
  panel,
  send,
}) => {
  const lead = new LeadWork(page);
  const { step } = await panel.createFunnel();
  const name = unique('Ada');
  const [sent] = await send(step.id, { name });
  await lead.open(company, sent?.id ?? '');
  await lead.actions.click();
  await lead.deleteLead.click();
  await expect(page).toHaveURL(new RegExp(`/${company}/leads$`));
  await expect(lead.heading).toHaveText('Leads');
  await expect(page.getByRole('rowheader', { name })).toHaveCount(0);
  await lead.undo.click();
  await expect(page.getByRole('rowheader', { name })).toBeVisible();
});

test('opens a deleted lead from the list of deleted ones, and restores it', async ({
  page,
  company,
  panel,
  send,
}) => {
  const list = new LeadsPage(page);
  const lead = new LeadWork(page);
  const { id, step } = await panel.createFunnel();
  const [sent] = await send(step.id, { name: 'Ada Lovelace' });
  await list.open(company, `funnel=${id}`);
  await list.names.getByText('Ada Lovelace').click();
  await lead.actions.click();
  await lead.deleteLead.click();
  await expect(lead.sheet).toBeHidden();

  await list.open(company, `funnel=${id}&view=deleted`);
  await list.names.getByText('Ada Lovelace').click();
  await expect(lead.deletedNotice).toContainText(/^Deleted by .+ on \d/);
  await expect(lead.work).toHaveCount(0);
  await lead.open(company, sent?.id ?? '');
  await lead.restore.click();
  await expect(lead.deletedNotice).toHaveCount(0);
  await expect(lead.work).toBeVisible();
  await expect(lead.timeline.first()).toContainText('Restored');
});

test('erases a lead in the sheet, which closes; a colleague who has it open sees that it is gone', {
  tag: '@agent',
}, async ({ page, browser, origin, sessionOf, company, panel, send }) => {
  const list = new LeadsPage(page);
  const lead = new LeadWork(page);
  const { id, step } = await panel.createFunnel();
  const [sent] = await send(step.id, { name: 'Ada Lovelace' }, { name: 'Grace Hopper' });
  const context = await browser.newContext({
    storageState: await sessionOf('agent'),
    baseURL: origin,
  });
  const theirs = new LeadWork(await context.newPage());
  await theirs.open(company, sent?.id ?? '');
  await theirs.actions.click();
  await expect(theirs.deleteLead).toBeVisible();
  await expect(theirs.eraseLead).toHaveCount(0);

  await list.open(company, `funnel=${id}`);
  await list.names.getByText('Ada Lovelace').click();
  await lead.note.fill('Not saved');
  const drafts = () => page.evaluate(() => Object.keys(localStorage).join());
  expect(await drafts()).toContain(sent?.id);
  await lead.actions.click();
  await lead.eraseLead.click();
  await expect(lead.eraseDialog).toContainText('This cannot be undone');
  await expect(lead.eraseConfirmation).toBeFocused();
  expect(await audit(page, 'erase a lead')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(lead.eraseDialog).toBeHidden();
  await expect(lead.actions).toBeFocused();
  await lead.actions.click();
  await lead.eraseLead.click();
  await lead.confirmErasing();
  await expect(lead.sheet).toBeHidden();
  await expect(page.getByText('Lead erased', { exact: true }).last()).toBeVisible();
  await expect(list.names).toHaveText(['Grace Hopper']);
  await expect(page.locator('main:focus-within')).toHaveCount(1);
  expect(await drafts()).not.toContain(sent?.id);

  await expect(theirs.page.getByText('Lead not found')).toBeVisible();
  await context.close();
});

test('erases a deleted lead from the list of deleted ones', async ({
  page,
  company,
  panel,
  send,
}) => {
  const list = new LeadsPage(page);
  const lead = new LeadWork(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, { name: 'Ada Lovelace' });
  await list.open(company, `funnel=${id}`);
  await list.names.getByText('Ada Lovelace').click();
  await lead.actions.click();
  await lead.deleteLead.click();
  await expect(lead.sheet).toBeHidden();

  await list.open(company, `funnel=${id}&view=deleted`);
  await list.names.getByText('Ada Lovelace').click();
  await expect(lead.eraseDeleted).toBeVisible();
  expect(await audit(page, 'a deleted lead')).toEqual([]);
  await lead.eraseDeleted.click();
  await lead.confirmErasing();
  await expect(lead.sheet).toBeHidden();
  await expect(list.names).toHaveCount(0);
});
