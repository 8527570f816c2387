import { expect, test } from './fixtures.ts';
import { delayCalls, dropCalls, failCalls } from './network.ts';
import { LeadWork } from './pages/lead-work.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { open, reload } from './pages/open.ts';

const day = 24 * 3_600_000;

test('what is typed while a note, a call or an edit of a note is saved stays', async ({
  page,
  company,
  createLead,
}) => {
  const lead = new LeadWork(page);
  const id = await createLead({ name: 'Maria Silva' });
  await lead.open(company, id);

  await test.step('a note, which two presses of Ctrl+Enter save once', async () => {
    const release = await delayCalls(page, 'leads.addNote');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('leads.addNote')) calls.push(request.url());
    });
    await lead.note.fill('First');
    await page.keyboard.press('Control+Enter');
    await expect(lead.saveNote).toHaveAttribute('aria-busy', 'true');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type(' and second');
    release();
    await expect(lead.timeline.first()).toContainText('First');
    await expect(lead.saveNote).not.toHaveAttribute('aria-busy');
    await expect(lead.note).toHaveValue('First and second');
    expect(calls).toHaveLength(1);
  });

  await test.step('an edit of it', async () => {
    const release = await delayCalls(page, 'leads.editNote');
    await lead.editNote.click();
    const box = lead.timeline.getByRole('textbox', { name: 'Note' });
    const save = lead.timeline.getByRole('button', { name: 'Save note' });
    await box.fill('Edited');
    await save.click();
    await box.fill('Edited twice');
    release();
    await expect(save).not.toHaveAttribute('aria-busy');
    await expect(box).toHaveValue('Edited twice');
    await save.click();
    await expect(lead.timeline.first()).toContainText('Edited twice');
    await expect(box).toHaveCount(0);
  });

  await test.step('a call', async () => {
    const release = await delayCalls(page, 'leads.recordCall');
    await lead.mode('Call').click();
    await lead.outcome('Spoke').check();
    await lead.callText.fill('Call');
    await lead.saveCall.click();
    await lead.callText.fill('Call back in May');
    release();
    await expect(lead.timeline.filter({ hasText: 'Call: spoke' })).toBeVisible();
    await expect(lead.saveCall).not.toHaveAttribute('aria-busy');
    await expect(lead.callText).toHaveValue('Call back in May');
  });
});

test('a deleted note is taken back, also after a failure; the focus stays beside what is closed', async ({
  page,
  company,
  createLead,
}) => {
  const lead = new LeadWork(page);
  const id = await createLead({ name: 'Maria Silva' });
  await lead.open(company, id);

  await test.step('the first note, which is offered also while another form is open', async () => {
    await lead.mode('Call').click();
    await expect(lead.saveCall).toBeVisible();
    await lead.writeNote.click();
    await expect(lead.note).toBeFocused();
    await page.keyboard.type('Wants a visit');
    await lead.saveNote.click();
    await expect(lead.timeline).toHaveCount(2);
    await expect(lead.writeNote).toHaveCount(0);
  });

  await test.step('the note, deleted and taken back', async () => {
    await lead.editNote.click();
    await lead.timeline.getByRole('button', { name: 'Cancel' }).click();
    await expect(lead.timeline.first()).toBeFocused();
    await lead.deleteNote.click();
    await expect(lead.timeline.first()).toContainText('Note deleted by');
    await expect(lead.timeline.first()).toBeFocused();
    const allow = await dropCalls(page, 'leads.addNote');
    await lead.undo.click();
    await expect(page.getByText(/^The note was not written again\./)).toBeVisible();
    await allow();
    await lead.retry.click();
    await expect(lead.timeline.first()).toContainText('Wants a visit');
  });

  await test.step('a call and a follow-up', async () => {
    await lead.mode('Call').click();
    await lead.outcome('Spoke').check();
    await lead.saveCall.click();
    await expect(lead.mode('Note')).toBeFocused();
    await page.keyboard.press('c');
    await lead.discard.click();
    await expect(lead.mode('Note')).toBeFocused();
    await lead.mode('Follow-up').click();
    await lead.planFollowUp.click();
    await expect(lead.mode('Note')).toBeFocused();
    await lead.followUpDone.click();
    await expect(lead.timeline.first()).toContainText('Follow-up done');
    await expect(lead.mode('Note')).toBeFocused();
  });
});

test('what was chosen or typed and is not saved is shown after a reload', async ({
  page,
  company,
  createLead,
}) => {
  const lead = new LeadWork(page);
  const id = await createLead({
    name: 'Maria Silva',
    phone: 'N/A 12',
    email: 'maria@example.test',
  });
  const choice = page.getByRole('region', { name: 'Status not saved' });
  const email = lead.editDialog.getByLabel('Email');
  const correction = lead.mend('Phone, sent as N/A 12');
  await lead.open(company, id);

  await test.step('before it', async () => {
    const restore = await dropCalls(page, 'leads.update');
    await lead.select('Status').selectOption('Qualified');
    await expect(choice).toHaveText(/You chose Qualified, which was not saved\./);
    await expect(lead.select('Status')).toHaveValue('new');
    await restore();
    await lead.edit.click();
    await email.fill('half@');
    await page.keyboard.press('Escape');
    await correction.fill('+55 11');
    await lead.mode('Follow-up').click();
    await lead.followUp.selectOption('Next Monday 9:00');
    await lead.mode('Call').click();
    await lead.callText.fill('Half a sentence');
  });
  await reload(page);

  await test.step('a call, and a follow-up after it', async () => {
    await expect(lead.callText).toHaveValue('Half a sentence');
    await expect(page.locator('body')).toBeFocused();
    await lead.discard.click();
    await expect(lead.note).toBeVisible();
    await lead.mode('Follow-up').click();
    await expect(lead.followUp).toHaveValue('monday');
    await lead.discard.click();
    await expect(lead.note).toBeVisible();
  });
  await test.step('a correction', () => expect(correction).toHaveValue('+55 11'));
  await test.step('an edit, until it is discarded', async () => {
    await expect(lead.edit).toHaveText('Continue editing');
    await lead.edit.click();
    await expect(email).toHaveValue('half@');
    await lead.editDialog.getByRole('button', { name: 'Discard changes' }).click();
    await expect(email).toHaveValue('maria@example.test');
    await page.keyboard.press('Escape');
    await expect(lead.edit).toHaveText('Edit');
  });
  await test.step('a choice, until it is saved', async () => {
    await choice.getByRole('button', { name: 'Save now' }).click();
    await expect(choice).toBeHidden();
    await expect(lead.timeline.first()).toContainText('Status changed from New to Qualified');
    await expect(lead.select('Status')).toHaveValue('qualified');
  });
});

test('a follow-up that is due by the clock of the browser is shown without an error', {
  tag: '@full',
}, async ({ page, company, createLead }) => {
  const lead = new LeadWork(page);
  const id = await createLead({ name: 'Maria Silva' });
  await lead.open(company, id);
  await lead.mode('Follow-up').click();
  await lead.planFollowUp.click();
  await expect(lead.followUpDone).toBeVisible();
  await page.clock.setFixedTime(Date.now() + 3 * day);
  await reload(page);
  await expect(lead.work).toContainText('Follow-up due');
});

test('a new lead is kept for its company only', { tag: ['@own', '@full'] }, async ({
  page,
  company,
  otherCompany,
}) => {
  const lead = new LeadWork(page);
  await new LeadsPage(page).open(company);
  await lead.addLead.click();
  await lead.addDialog.getByLabel('Name').fill('Ana Lima');
  await new LeadsPage(page).open(otherCompany.slug);
  await lead.addLead.click();
  await expect(lead.addDialog.getByLabel('Step').locator('option').first()).toBeAttached();
  await expect(lead.addDialog.getByLabel('Name')).toHaveValue('');
  await new LeadsPage(page).open(company);
  await lead.addLead.click();
  await expect(lead.addDialog.getByLabel('Name')).toHaveValue('Ana Lima');
});

test('the form for a new lead says that the steps could not be loaded', { tag: '@full' }, async ({
  page,
  company,
}) => {
  const lead = new LeadWork(page);
  await open(page, `/${company}/leads`);
  const allow = await failCalls(page, 'steps.list', 'f-1');
  await lead.addLead.click();
  await expect(lead.addDialog).toContainText('The steps could not be loaded.');
  allow();
  await lead.addDialog.getByRole('button', { name: 'Try again' }).click();
  await expect(lead.addDialog.getByLabel('Step')).not.toHaveValue('');
});
