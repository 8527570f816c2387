import { expect, test } from './fixtures.ts';
import { delayCalls, dropCalls, failCalls } from './network.ts';
import { LeadWork } from './pages/lead-work.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { open, reload } from './pages/open.ts';
import { StepPage } from './pages/step-page.ts';

const day = 24 * 3_600_000;

test('two presses of Ctrl+Enter save one note, and what is typed meanwhile stays', async ({
  page,
  company,
  createLead,
}) => {
  const lead = new LeadWork(page);
  const id = await createLead({ name: 'Maria Silva' });
  await lead.open(company, id);
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

test('what is typed while a call or an edit of a note is saved stays', async ({
  page,
  company,
  createLead,
}) => {
  const lead = new LeadWork(page);
  const id = await createLead({ name: 'Maria Silva' });
  await lead.open(company, id);
  const releaseCall = await delayCalls(page, 'leads.recordCall');
  await page.keyboard.press('c');
  await lead.outcome('Spoke').check();
  await lead.callText.fill('Call');
  await lead.saveCall.click();
  await lead.callText.fill('Call back in May');
  releaseCall();
  await expect(lead.timeline.filter({ hasText: 'Call: spoke' })).toBeVisible();
  await expect(lead.saveCall).not.toHaveAttribute('aria-busy');
  await expect(lead.callText).toHaveValue('Call back in May');
  await lead.discard.click();

  await lead.note.fill('Note');
  await lead.saveNote.click();
  const releaseEdit = await delayCalls(page, 'leads.editNote');
  await lead.editNote.click();
  const box = lead.timeline.getByRole('textbox', { name: 'Note' });
  const save = lead.timeline.getByRole('button', { name: 'Save note' });
  await box.fill('Edited');
  await save.click();
  await box.fill('Edited twice');
  releaseEdit();
  await expect(save).not.toHaveAttribute('aria-busy');
  await expect(box).toHaveValue('Edited twice');
  await save.click();
  await expect(lead.timeline.first()).toContainText('Edited twice');
  await expect(box).toHaveCount(0);
});

test('the undo of a deleted note is offered again after a failure', async ({
  page,
  company,
  createLead,
}) => {
  const lead = new LeadWork(page);
  const id = await createLead({ name: 'Maria Silva' });
  await lead.open(company, id);
  await lead.note.fill('Wants a visit');
  await lead.saveNote.click();
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

test('a call or follow-up that is not saved is shown after a reload', async ({
  page,
  company,
  createLead,
}) => {
  const lead = new LeadWork(page);
  const id = await createLead({ name: 'Maria Silva' });
  await lead.open(company, id);
  await lead.mode('Follow-up').click();
  await lead.followUp.selectOption('Next Monday 9:00');
  await lead.mode('Note').click();
  await lead.mode('Follow-up').click();
  await expect(lead.followUp).toHaveValue('monday');
  await reload(page);
  await expect(lead.followUp).toHaveValue('monday');
  await lead.discard.click();
  await expect(lead.note).toBeVisible();

  await lead.mode('Call').click();
  await lead.callText.fill('Half a sentence');
  await reload(page);
  await expect(lead.callText).toHaveValue('Half a sentence');
  await expect(page.locator('body')).toBeFocused();
});

test('the focus stays beside a form that is closed', async ({ page, company, createLead }) => {
  const lead = new LeadWork(page);
  const id = await createLead({ name: 'Maria Silva' });
  await lead.open(company, id);
  await page.keyboard.press('c');
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

  await lead.note.fill('Note');
  await lead.saveNote.click();
  await lead.editNote.click();
  await lead.timeline.getByRole('button', { name: 'Cancel' }).click();
  await expect(lead.timeline.first()).toBeFocused();
});

test('a follow-up that is due by the clock of the browser is shown without an error', async ({
  page,
  company,
  createLead,
}) => {
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

test('a new lead is kept for its company only', { tag: '@own' }, async ({
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

test('a new lead whose step was archived meanwhile goes to the step that is shown', async ({
  page,
  company,
  panel,
}) => {
  const lead = new LeadWork(page);
  const { id, step, steps } = await panel.createFunnel();
  const second = steps[1]?.id ?? '';
  await new StepPage(page).open(company, id, step.id);
  await lead.addLead.click();
  await lead.addDialog.getByLabel('Step').selectOption(second);
  await lead.addDialog.getByLabel('Name').fill('Ana Lima');
  await panel.archiveStep(second);
  await reload(page);
  await lead.addLead.click();
  await expect(lead.addDialog.getByLabel('Step')).toHaveValue(step.id);
  await lead.addDialog.getByRole('button', { name: 'Add lead' }).click();
  await expect(lead.sheet.getByRole('heading', { name: 'Ana Lima' })).toBeVisible();
  await expect(lead.select('Step')).toHaveValue(step.id);
});

test('the form for a new lead says that the steps could not be loaded', async ({
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
