import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { endSession } from './helpers.ts';
import { delayCalls, dropCalls } from './network.ts';
import { LeadWork } from './pages/lead-work.ts';
import { reload, waitForScreen } from './pages/open.ts';
import { Shell } from './pages/shell.ts';
import { SignInPage } from './pages/sign-in-page.ts';

const maria = {
  name: 'Maria Silva',
  phones: ['+55 11 98765-4321'],
  email: 'maria@example.test',
  message: 'Please call me',
  customFields: { budget: 1200 },
};

test.describe('an agent', { tag: '@agent' }, () => {
  test.use({ role: 'agent' });

  test('works on a lead for a day: call, follow-up, note, edit, owner', async ({
    page,
    company,
    createLead,
  }) => {
    const lead = new LeadWork(page);
    const shell = new Shell(page);
    const id = await createLead(maria);
    await lead.open(company, id);

    await page.keyboard.press('c');
    await lead.outcome('No answer').check();
    await lead.callText.fill('Mailbox is *full*');
    await lead.followUp.selectOption('Tomorrow 9:00');
    await lead.saveCall.click();
    await expect(shell.announcement).toHaveText('Call saved');
    await expect(lead.timeline.filter({ hasText: 'Call: no answer' })).toContainText('full');
    await expect(lead.timeline.first()).toContainText('Follow-up planned for');
    await expect(lead.work).toContainText(/Follow-up .+, 09:00/);
    await expect(lead.owner).not.toHaveValue('');

    await page.keyboard.press('n');
    await expect(lead.note).toBeFocused();
    await page.keyboard.type('Wants a **visit** in May');
    await lead.saveNote.click();
    await expect(lead.timeline.first().locator('strong')).toHaveText('visit');
    await expect(lead.note).toHaveValue('');

    await lead.edit.click();
    await lead.editDialog.getByLabel('Phones').fill('call me');
    await lead.editDialog.getByRole('button', { name: 'Save' }).click();
    await expect(lead.editDialog).toContainText('must hold 8 to 15 digits');
    await lead.editDialog.getByLabel('Phones').fill('+55 11 3333-4444');
    await lead.editDialog.getByLabel('budget').fill('900');
    await lead.editDialog.getByRole('button', { name: 'Save' }).click();
    await expect(lead.editDialog).toBeHidden();
    await expect(lead.section('Contact')).toContainText('+55 11 3333 4444');
    await expect(lead.section('Custom fields')).toContainText('budget900');

    const mine = await lead.owner.inputValue();
    const others = lead.owner.locator(`option:not([value=""]):not([value="${mine}"])`);
    const colleague = (await others.first().getAttribute('value')) ?? '';
    await lead.owner.selectOption(colleague);
    await expect(lead.timeline.first()).toContainText('Reassigned from');
    await lead.followUpDone.click();
    await expect(lead.timeline.filter({ hasText: 'Follow-up done' })).toBeVisible();
    await expect(lead.select('Status')).toHaveValue('contacted');

    await reload(page);
    await expect(lead.owner).toHaveValue(colleague);
    await expect(lead.timeline.filter({ hasText: 'Phones changed from' })).toBeVisible();
  });

  test('edits and deletes a note; another agent sees it at once, and cannot', async ({
    page,
    browser,
    origin,
    sessionOf,
    company,
    createLead,
  }) => {
    const lead = new LeadWork(page);
    const id = await createLead(maria);
    const storageState = await sessionOf('admin');
    const context = await browser.newContext({ storageState, baseURL: origin });
    const theirs = new LeadWork(await context.newPage());
    await theirs.open(company, id);
    await lead.open(company, id);
    await lead.note.fill('First');
    await lead.saveNote.click();
    await expect(theirs.timeline.first()).toContainText('First');
    await expect(theirs.page.getByRole('button', { name: 'Edit note' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Edit note' }).click();
    await lead.timeline.getByRole('textbox', { name: 'Note' }).fill('Second');
    await lead.timeline.getByRole('button', { name: 'Save note' }).click();
    await expect(theirs.timeline.first()).toContainText('Second');
    await expect(theirs.timeline.first()).toContainText('edited');
    await theirs.page.getByRole('button', { name: 'Delete note' }).click();
    await expect(lead.timeline.first()).toContainText('Note deleted by');
    await context.close();
  });

  test('is told that the owner was changed first', async ({ page, company, panel, createLead }) => {
    const lead = new LeadWork(page);
    const id = await createLead(maria);
    await dropCalls(page, 'changes.follow');
    await lead.open(company, id);
    const options = lead.owner.locator('option:not([value=""])');
    const [mine = '', theirs = ''] = await options.evaluateAll((all) =>
      all.map((option) => option.getAttribute('value') ?? ''),
    );
    const release = await delayCalls(page, 'leads.get');
    await panel.assignLead(id, { from: null, to: theirs });
    await lead.owner.selectOption(mine);
    await expect(lead.ownerConflict).toContainText('changed this to');
    release();
    await lead.ownerConflict.getByRole('button', { name: /^Overwrite with/ }).click();
    await expect(lead.timeline.first()).toContainText('Reassigned from');
    await expect(lead.owner).toHaveValue(mine);
  });

  test('is told of each field that was edited first, before it is overwritten', async ({
    page,
    company,
    panel,
    createLead,
  }) => {
    const lead = new LeadWork(page);
    const id = await createLead(maria);
    await lead.open(company, id);
    await lead.edit.click();
    await lead.editDialog.getByLabel('Name').fill('Mine');
    await lead.editDialog.getByLabel('Message').fill('My message');
    await panel.editLead(id, {
      name: { from: maria.name, to: 'Theirs' },
      email: { from: maria.email, to: 'theirs@example.test' },
      message: { from: maria.message, to: 'Their message' },
    });
    const save = lead.editDialog.getByRole('button', { name: 'Save' });
    await save.click();
    await expect(lead.editDialog).toContainText('changed this to “Theirs”');
    await save.click();
    await expect(lead.editDialog).toContainText('changed this to “Their message”');
    await save.click();
    await expect(lead.heading).toHaveText('Mine');
    await expect(lead.section('Message')).toContainText('My message');
    await expect(lead.section('Contact')).toContainText('theirs@example.test');
  });

  test('an edit that is not saved is offered again after a reload', async ({
    page,
    company,
    createLead,
  }) => {
    const lead = new LeadWork(page);
    const id = await createLead(maria);
    await lead.open(company, id);
    await lead.edit.click();
    await lead.editDialog.getByLabel('Email').fill('half@');
    await page.keyboard.press('Escape');
    await reload(page);
    await expect(lead.edit).toHaveText('Continue editing');
    await lead.edit.click();
    await expect(lead.editDialog.getByLabel('Email')).toHaveValue('half@');
    await lead.editDialog.getByRole('button', { name: 'Discard changes' }).click();
    await expect(lead.editDialog.getByLabel('Email')).toHaveValue(maria.email);
    await page.keyboard.press('Escape');
    await expect(lead.edit).toHaveText('Edit');
  });

  test('goes through the leads of a step in the sheet by keyboard', async ({
    page,
    company,
    panel,
    send,
  }) => {
    const lead = new LeadWork(page);
    const { id, step } = await panel.createFunnel();
    const [older] = await send(step.id, { name: 'Lead older' });
    const [newer] = await send(step.id, { name: 'Lead newer' });
    await lead.openSheet(company, `${id}/steps/${step.id}?q=lead`, newer?.id ?? '');
    const title = lead.sheet.getByRole('heading', { level: 2 }).first();
    await expect(title).toHaveText('Lead newer');
    await expect(lead.sheet).toContainText('1 of 2');

    await page.keyboard.press('j');
    await expect(title).toHaveText('Lead older');
    await expect(page).toHaveURL(new RegExp(`q=lead&lead=${older?.id}$`));
    await page.keyboard.press('n');
    await expect(lead.note).toBeFocused();
    await page.keyboard.type('jk');
    await expect(lead.note).toHaveValue('jk');
    await expect(title).toHaveText('Lead older');
    await lead.sheet.getByRole('button', { name: 'Previous lead (k)' }).click();
    await expect(title).toHaveText('Lead newer');
    await expect(lead.note).toHaveValue('');

    await page.keyboard.press('Escape');
    await expect(lead.sheet).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/steps/${step.id}\\?q=lead$`));
  });

  test('enters a lead by hand, with the errors of the fields in the form', async ({
    page,
    company,
    panel,
  }) => {
    const lead = new LeadWork(page);
    const { id, step } = await panel.createFunnel();
    await lead.openSheet(company, `${id}/steps/${step.id}?show=`, '');
    await lead.addLead.click();
    await lead.addDialog.getByLabel('Phones').fill('123');
    await lead.addDialog.getByRole('button', { name: 'Add lead' }).click();
    await expect(lead.addDialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
    await expect(lead.addDialog.getByLabel('Phones')).toHaveAttribute('aria-invalid', 'true');
    await lead.addDialog.getByLabel('Name').fill('Ana Lima');
    await lead.addDialog.getByLabel('Phones').fill('+55 11 3333-4444');
    await lead.addDialog.getByRole('button', { name: 'Add lead' }).click();

    await expect(lead.sheet.getByRole('heading', { name: 'Ana Lima' })).toBeVisible();
    await expect(lead.sheet).toContainText('+55 11 3333 4444');
    await expect(lead.timeline.last()).toContainText('Created in First');
    await expect(lead.section('Request details')).toContainText('Added manually');
  });
});

test.describe('unsaved text', { tag: '@own' }, () => {
  test.use({ role: null, expectedErrors: [/^TypeError: Failed to fetch|ERR_INTERNET/] });

  test('survives a reload, the end of the session and a lost connection', async ({
    page,
    context,
    company,
    createLead,
    user,
  }) => {
    const lead = new LeadWork(page);
    const id = await createLead(maria);
    const path = `/${company}/leads/${id}`;
    await new SignInPage(page).open(path);
    await new SignInPage(page).signIn(user);
    await waitForScreen(page, new RegExp(path));
    await lead.note.fill('Not saved yet');
    await reload(page);
    await expect(lead.note).toHaveValue('Not saved yet');

    await endSession(page);
    await page.reload();
    await new SignInPage(page).signIn(user);
    await waitForScreen(page, new RegExp(path));
    await expect(lead.note).toHaveValue('Not saved yet');

    await context.setOffline(true);
    await lead.saveNote.click();
    await expect(lead.work).toContainText('The server cannot be reached');
    await expect(lead.note).toHaveValue('Not saved yet');
    await context.setOffline(false);
    await expect(new Shell(page).connection).toBeEmpty();
    await lead.saveNote.click();
    await expect(lead.timeline.first()).toContainText('Not saved yet');
    await reload(page);
    await expect(lead.note).toHaveValue('');
  });
});

test('the sheet and its forms are accessible', async ({ page, company, panel, send }) => {
  test.setTimeout(300_000);
  const lead = new LeadWork(page);
  const { id, step } = await panel.createFunnel();
  const [sent] = await send(step.id, maria);
  await lead.openSheet(company, `${id}/steps/${step.id}?show=`, sent?.id ?? '');
  await lead.note.fill('A **note** with [a link](https://example.test)');
  await lead.saveNote.click();
  await expect(lead.timeline.first().getByRole('link')).toBeVisible();
  await lead.mode('Call').click();
  await lead.followUp.selectOption('On a date…');
  await lead.saveCall.click();
  const found = await audit(page, 'sheet with a call');
  await lead.edit.click();
  await expect(lead.editDialog).toBeVisible();
  found.push(...(await audit(page, 'edit of a lead')));

  expect(found).toEqual([]);
});
