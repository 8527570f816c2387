import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { LeadWork } from './pages/lead-work.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { open } from './pages/open.ts';

test('goes through leads by keys, also after a change that removes one, and leaves no history', async ({
  page,
  company,
  panel,
  send,
}) => {
  const [list, lead] = [new LeadsPage(page), new LeadWork(page)];
  const { sheet } = lead;
  const { id, step } = await panel.createFunnel();
  const sent: string[] = [];
  for (const name of ['Third lead', 'Second lead', 'First lead']) {
    sent.push(...(await send(step.id, { name })).map((each) => each.id));
  }
  const [third = '', second = '', first = ''] = sent;
  const link = (leadId: string) => list.lead(leadId).getByRole('link');
  const title = sheet.getByRole('heading', { level: 2 }).first();
  const address = new RegExp(`/leads\\?funnel=${id}&status=new$`);
  await list.open(company, `funnel=${id}&status=new`);

  await test.step('by keys, of which a note takes none', async () => {
    await expect(link(first)).toHaveAttribute('href', `?funnel=${id}&status=new&lead=${first}`);
    await link(first).click();
    await expect(title).toHaveText('First lead');
    await expect(sheet).toContainText('1 of 3');
    await page.keyboard.press('j');
    await expect(title).toHaveText('Second lead');
    await expect(page).toHaveURL(new RegExp(`&lead=${second}$`));
    await page.keyboard.press('n');
    await expect(lead.note).toBeFocused();
    await page.keyboard.type('jk');
    await expect(lead.note).toHaveValue('jk');
    await expect(title).toHaveText('Second lead');
    await sheet.getByRole('button', { name: 'Previous lead (k)' }).click();
    await expect(title).toHaveText('First lead');
    await expect(lead.note).toHaveValue('');
  });

  await test.step('by keys that come before the lead is rendered', async () => {
    const press = (...keys: ('j' | 'k')[]) =>
      page.evaluate((pressed) => {
        for (const key of pressed) {
          const code = `Key${key.toUpperCase()}`;
          document.body.dispatchEvent(new KeyboardEvent('keydown', { code, key, bubbles: true }));
        }
      }, keys);
    await press('j', 'j');
    await expect(title).toHaveText('Third lead');
    await press('k', 'k');
    await expect(title).toHaveText('First lead');
    await press('j', 'k');
    await link(second).click();
    await expect(title).toHaveText('Second lead');
    await press('j');
    await expect(title).toHaveText('Third lead');
    await press('k', 'k');
    await expect(title).toHaveText('First lead');
  });

  await test.step('after a change that removes the lead from the list', async () => {
    await lead.select('Status').selectOption('contacted');
    await expect(list.rows).toHaveCount(2);
    await sheet.getByRole('heading', { name: 'Timeline' }).click();
    await page.keyboard.press('j');
    await expect(title).toHaveText('Second lead');
    await page.keyboard.press('j');
    await expect(title).toHaveText('Third lead');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(address);
  });

  await test.step('without history', async () => {
    await link(third).click();
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(address);
    await link(third).click();
    await expect(sheet).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(sheet).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL('about:blank');
  });
});

test('on a phone a long name takes two lines of the sheet, and all of them on demand', {
  tag: '@full',
}, async ({ page, company, panel, send }) => {
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

test('deletes a lead in the sheet and takes it back; a deleted one is restored or erased', async ({
  page,
  company,
  panel,
  send,
}) => {
  const [list, lead] = [new LeadsPage(page), new LeadWork(page)];
  const { id, step } = await panel.createFunnel();
  const sent = await send(step.id, { name: 'Ada Lovelace' }, { name: 'Grace Hopper' });
  const [ada = '', grace = ''] = sent.map((each) => each.id);
  const openLead = (leadId: string) => list.lead(leadId).getByRole('link').click();
  await list.open(company, `funnel=${id}`);

  await test.step('delete, and take it back', async () => {
    await openLead(ada);
    await lead.actions.click();
    await lead.deleteLead.click();
    await expect(lead.sheet).toBeHidden();
    await expect(list.names).toHaveText(['Grace Hopper']);
    await lead.undo.click();
    await expect(list.names).toHaveCount(2);
  });

  await test.step('restore from the list of deleted ones', async () => {
    for (const leadId of [ada, grace]) await panel.deleteLead(leadId);
    await list.view('Deleted').click();
    await openLead(ada);
    await expect(lead.deletedNotice).toContainText(/^Deleted by .+ on \d/);
    await expect(lead.work).toHaveCount(0);
    expect(await audit(page, 'a deleted lead')).toEqual([]);
    await lead.restore.click();
    await expect(lead.deletedNotice).toHaveCount(0);
    await expect(lead.work).toBeVisible();
    await expect(lead.timeline.first()).toContainText('Restored');
    await expect(list.lead(ada)).toHaveCount(0);
  });

  await test.step('erase there', async () => {
    await openLead(grace);
    await lead.eraseDeleted.click();
    await lead.confirmErasing();
    await expect(lead.sheet).toBeHidden();
    await expect(list.lead(grace)).toHaveCount(0);
  });
});

test('deletes a lead on its page, and goes to the list of leads', { tag: '@full' }, async ({
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
