import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { delayCalls, dropCalls } from './network.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { LeadWork } from './pages/lead-work.ts';
import { Shell } from './pages/shell.ts';

const maria = {
  name: 'Maria Silva',
  phones: ['+55 11 98765-4321'],
  email: 'maria@example.test',
  message: 'Please call me',
};

test.describe('two people on one lead', { tag: '@agent' }, () => {
  test.use({ role: 'agent' });

  let mine: LeadWork;
  let id: string;
  /** Of the steps, by name: other funnels have steps of the same names. */
  let stepIds: Record<'Inbox' | 'Calls' | 'Won', string>;

  test.beforeEach(async ({ page, panel, send }) => {
    const { step, steps } = await panel.createFunnel({ steps: ['Inbox', 'Calls', 'Won'] });
    const [sent] = await send(step.id, maria);
    id = sent?.id ?? '';
    const idOf = (name: string) => steps.find((each) => each.name === name)?.id ?? '';
    stepIds = { Inbox: idOf('Inbox'), Calls: idOf('Calls'), Won: idOf('Won') };
    mine = new LeadWork(page);
  });

  /** Opens the lead in a browser that hears of no change. */
  async function openDeaf(company: string): Promise<void> {
    await dropCalls(mine.page, 'changes.follow');
    await mine.open(company, id);
  }
  const showAgain = () =>
    mine.page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );

  test('each sees the changes of the other immediately, and overwrites none unseen', async ({
    browser,
    origin,
    sessionOf,
    company,
    panel,
  }) => {
    const storageState = await sessionOf('admin');
    const context = await browser.newContext({ storageState, baseURL: origin });
    const theirs = new LeadWork(await context.newPage());
    await theirs.open(company, id);
    await mine.open(company, id);

    await test.step('status and step', async () => {
      await theirs.select('Status').selectOption('Qualified');
      await expect(mine.select('Status')).toHaveValue('qualified');
      await expect(mine.timeline.first()).toContainText('Status changed from New to Qualified');
      await mine.select('Step').selectOption(stepIds.Calls);
      await expect(theirs.timeline.first()).toContainText('Moved from Inbox to Calls');
      await expect(theirs.select('Step')).toHaveValue(stepIds.Calls);
    });

    await test.step('a note, which its author edits and an admin deletes', async () => {
      await mine.note.fill('First');
      await mine.saveNote.click();
      await expect(theirs.timeline.first()).toContainText('First');
      await expect(theirs.deleteNote).toBeVisible();
      await expect(theirs.editNote).toHaveCount(0);

      await mine.editNote.click();
      await mine.timeline.getByRole('textbox', { name: 'Note' }).fill('Second');
      await mine.timeline.getByRole('button', { name: 'Save note' }).click();
      await expect(theirs.timeline.first()).toContainText('Second');
      await expect(theirs.timeline.first()).toContainText('edited');
      await theirs.deleteNote.click();
      await expect(mine.timeline.first()).toContainText('Note deleted by');
    });

    await test.step('an edit, told of each field that was edited first', async () => {
      await mine.edit.click();
      await mine.editDialog.getByLabel('Name').fill('Mine');
      await mine.editDialog.getByLabel('Message').fill('My message');
      await panel.editLead(id, {
        name: { from: maria.name, to: 'Theirs' },
        email: { from: maria.email, to: 'theirs@example.test' },
        message: { from: maria.message, to: 'Their message' },
      });
      const save = mine.editDialog.getByRole('button', { name: 'Save' });
      await save.click();
      await expect(mine.editDialog).toContainText('changed this to “Theirs”');
      await save.click();
      await expect(mine.editDialog).toContainText('changed this to “Their message”');
      await save.click();
      await expect(mine.heading).toHaveText('Mine');
      await expect(mine.section('Message')).toContainText('My message');
      await expect(mine.contact).toContainText('theirs@example.test');
    });
    await context.close();
  });

  test('the second change of a field is refused, and theirs is kept or overwritten', async ({
    page,
    company,
    panel,
  }) => {
    await openDeaf(company);
    await test.step('a tab that is shown again reads the lead again', async () => {
      await panel.changeLead(id, { status: { from: 'new', to: 'contacted' } });
      await showAgain();
      await expect(mine.select('Status')).toHaveValue('contacted', { timeout: 10_000 });
    });
    const release = await delayCalls(page, 'leads.get');

    await test.step('keep theirs', async () => {
      await panel.changeLead(id, { status: { from: 'contacted', to: 'qualified' } });
      await mine.select('Status').focus();
      await mine.select('Status').selectOption('Lost');
      const notice = mine.conflict('Status');
      await expect(notice).toHaveText(
        /changed this to Qualified just now\. You chose Lost, which was not saved\./,
      );
      await expect(new Shell(page).announcement).toHaveText(
        /^The status was not changed to Lost\. .+ changed it to Qualified\.$/,
      );
      await expect(mine.select('Status')).toHaveValue('qualified');
      expect(await audit(page, 'a conflict')).toEqual([]);

      await mine.select('Status').focus();
      await page.keyboard.press('Tab');
      await expect(notice.getByRole('button', { name: 'Keep Qualified' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(notice).toHaveCount(0);
      await expect(mine.select('Status')).toBeFocused();
      await expect(mine.select('Status')).toHaveValue('qualified');
    });

    await test.step('overwrite it, in a step and an owner', async () => {
      await panel.moveLead(id, { from: stepIds.Inbox, to: stepIds.Calls });
      await mine.select('Step').selectOption(stepIds.Won);
      await expect(mine.conflict('Step')).toContainText('changed this to Calls');
      await mine.conflict('Step').getByRole('button', { name: 'Overwrite with Won' }).click();
      await expect(mine.conflict('Step')).toHaveCount(0);
      await expect(mine.timeline.first()).toContainText('Moved from Calls to Won');

      const options = mine.owner.locator('option:not([value=""])');
      const [one = '', other = ''] = await options.evaluateAll((all) =>
        all.map((option) => option.getAttribute('value') ?? ''),
      );
      await panel.assignLead(id, { from: null, to: other });
      await mine.owner.selectOption(one);
      await expect(mine.ownerConflict).toContainText('changed this to');
      await mine.ownerConflict.getByRole('button', { name: /^Overwrite with/ }).click();
      await expect(mine.timeline.first()).toContainText('Reassigned from');
      await expect(mine.owner).toHaveValue(one);
    });

    await test.step('a change of another field is no conflict', async () => {
      await panel.changeLead(id, { status: { from: 'qualified', to: 'contacted' } });
      await mine.select('Priority').selectOption('Urgent');
      await expect(mine.select('Status')).toHaveValue('contacted');
      await expect(mine.conflict('Priority')).toHaveCount(0);
    });

    release();
    await expect(mine.timeline).toHaveText([
      /^Priority changed from Medium to Urgent/,
      /^Status changed from Qualified to Contacted/,
      /^Reassigned from/,
      /^Assigned to/,
      /^Moved from Calls to Won/,
      /^Moved from Inbox to Calls/,
      /^Status changed from Contacted to Qualified/,
      /^Status changed from New to Contacted/,
      /^Created/,
    ]);
  });

  test('the notice follows further changes', { tag: '@full' }, async ({ page, company, panel }) => {
    await openDeaf(company);
    const release = await delayCalls(page, 'leads.get');
    await panel.changeLead(id, { status: { from: 'new', to: 'qualified' } });
    await mine.select('Status').selectOption('Lost');
    await expect(mine.conflict('Status')).toContainText('changed this to Qualified');

    await panel.changeLead(id, { status: { from: 'qualified', to: 'contacted' } });
    release();
    await showAgain();
    await expect(mine.conflict('Status')).toContainText('changed this to Contacted');
    await mine.conflict('Status').getByRole('button', { name: 'Overwrite with Lost' }).click();
    await expect(mine.timeline.first()).toContainText('Status changed from Contacted to Lost');
  });

  test('a refusal that comes after the page was left is told', { tag: '@full' }, async ({
    page,
    company,
    panel,
  }) => {
    const shell = new Shell(page);
    await openDeaf(company);
    await panel.changeLead(id, { status: { from: 'new', to: 'qualified' } });
    const release = await delayCalls(page, 'leads.update');
    await mine.select('Status').selectOption('Lost');
    await shell.go('Funnels');
    await expect(shell.heading).toHaveText('Funnels');
    release();
    await expect(shell.toast).toContainText(
      /^Maria Silva: the status was not changed to Lost\. .+ changed it to Qualified\./,
    );

    await shell.toast.getByRole('button', { name: 'Overwrite' }).click();
    await expect(shell.announcement).toHaveText('Status changed to Lost');
    await mine.open(company, id);
    await expect(mine.timeline.first()).toContainText('Status changed from Qualified to Lost');
  });
});

test('API keys and the audit log show changes by others immediately', async ({
  page,
  company,
  panel,
}) => {
  const [keys, shell] = [new ApiKeysPage(page), new Shell(page)];
  await keys.open(company);
  const key = await panel.createKey();
  await expect(keys.row(key.name)).toContainText('Active');

  await shell.go('Audit log');
  await expect(shell.heading).toHaveText('Audit log');
  const another = await panel.createKey();
  await expect(shell.main).toContainText(another.name);
});
