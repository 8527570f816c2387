import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { endSession } from './helpers.ts';
import { LeadWork } from './pages/lead-work.ts';
import { reload, waitForScreen } from './pages/open.ts';
import { Shell } from './pages/shell.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { StepPage } from './pages/step-page.ts';

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
    expect(await audit(page, 'edit of a lead')).toEqual([]);
    await lead.editDialog.getByLabel('Phones').fill('+55 11 3333-4444');
    await lead.editDialog.getByLabel('budget').fill('900');
    await lead.editDialog.getByRole('button', { name: 'Save' }).click();
    await expect(lead.editDialog).toBeHidden();
    await expect(lead.contact).toContainText('+55 11 3333 4444');
    await expect(lead.section('Custom fields')).toContainText('budget900');
    await expect(lead.timeline.filter({ hasText: 'Phones changed from' })).toBeVisible();

    const mine = await lead.owner.inputValue();
    const others = lead.owner.locator(`option:not([value=""]):not([value="${mine}"])`);
    const colleague = (await others.first().getAttribute('value')) ?? '';
    await lead.owner.selectOption(colleague);
    await expect(lead.timeline.first()).toContainText('Reassigned from');
    await expect(lead.owner).toHaveValue(colleague);
    await lead.followUpDone.click();
    await expect(lead.timeline.filter({ hasText: 'Follow-up done' })).toBeVisible();
    await expect(lead.select('Status')).toHaveValue('contacted');
  });

  test('enters a lead by hand, in a form that keeps what was typed, and works on it in the sheet', async ({
    page,
    company,
    panel,
  }) => {
    const lead = new LeadWork(page);
    const { id, step, steps } = await panel.createFunnel();
    const second = steps[1]?.id ?? '';
    const { addDialog } = lead;
    const add = addDialog.getByRole('button', { name: 'Add lead' });
    await new StepPage(page).open(company, id, step.id);

    await test.step('the form, after a reload and without the step that was chosen', async () => {
      await lead.addLead.click();
      await addDialog.getByLabel('Step').selectOption(second);
      await addDialog.getByLabel('Phones').fill('123');
      await panel.archiveStep(second);
      await reload(page);
      await lead.addLead.click();
      await expect(addDialog.getByLabel('Phones')).toHaveValue('123');
      await expect(addDialog.getByLabel('Step')).toHaveValue(step.id);
      await add.click();
      await expect(addDialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
      await expect(addDialog.getByLabel('Phones')).toHaveAttribute('aria-invalid', 'true');
      await addDialog.getByLabel('Name').fill('Ana Lima');
      await addDialog.getByLabel('Phones').fill('+55 11 3333-4444');
      await add.click();
    });

    await test.step('the lead in the sheet', async () => {
      await expect(lead.sheet.getByRole('heading', { name: 'Ana Lima' })).toBeVisible();
      await expect(lead.sheet).toContainText('+55 11 3333 4444');
      await expect(lead.select('Step')).toHaveValue(step.id);
      await expect(lead.timeline.last()).toContainText('Created in First');
      await expect(lead.section('Request details')).toContainText('Added manually');
    });

    await test.step('its forms are accessible', async () => {
      await lead.note.fill('A **note** with [a link](https://example.test)');
      await lead.saveNote.click();
      await expect(lead.timeline.first().getByRole('link')).toBeVisible();
      await lead.mode('Call').click();
      await lead.followUp.selectOption('On a date…');
      await lead.saveCall.click();
      expect(await audit(page, 'sheet with a call')).toEqual([]);
    });
  });
});

test.describe('a note that is not saved', () => {
  test.use({ expectedErrors: [/^TypeError: Failed to fetch|ERR_INTERNET/] });

  test('survives the end of the session and a lost connection', async ({
    page,
    context,
    company,
    createLead,
    memberOf,
  }) => {
    const lead = new LeadWork(page);
    const id = await createLead(maria);
    await lead.open(company, id);
    await lead.note.fill('Not saved yet');
    await endSession(page);
    await page.reload();
    await new SignInPage(page).signIn(await memberOf('admin'));
    await waitForScreen(page, new RegExp(`/${company}/leads/${id}`));
    await expect(lead.note).toHaveValue('Not saved yet');

    await context.setOffline(true);
    await lead.saveNote.click();
    await expect(lead.work).toContainText('The server cannot be reached');
    await expect(lead.note).toHaveValue('Not saved yet');
    await context.setOffline(false);
    await expect(new Shell(page).connection).toBeEmpty();
    await lead.saveNote.click();
    await expect(lead.timeline.first()).toContainText('Not saved yet');
    await expect(lead.note).toHaveValue('');
  });
});
