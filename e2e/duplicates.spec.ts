import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { BoardPage } from './pages/board-page.ts';
import { DuplicatesDialog } from './pages/duplicates-dialog.ts';
import { LeadWork } from './pages/lead-work.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { open } from './pages/open.ts';
import { Shell } from './pages/shell.ts';

const phone = '+55 11 98765-4321';

test.describe('two leads with one phone', () => {
  test.use({ role: 'agent' });

  test('are marked on the board, merged by keyboard, taken apart, and marked as no duplicates', {
    tag: '@agent',
  }, async ({ page, panel, send }) => {
    const board = new BoardPage(page);
    const duplicates = new DuplicatesDialog(page);
    const lead = new LeadWork(page);
    const shell = new Shell(page);
    const funnel = await panel.createFunnel({ steps: ['Inbox'] });
    const [first, second] = await send(
      funnel.step.id,
      { name: 'Maria Silva', phones: [phone], message: 'Please call' },
      { name: 'M. Silva', phones: ['+55 11 3333-4444', phone], email: 'maria@example.test' },
    );
    const [id = '', otherId = ''] = [first?.id, second?.id];
    await board.open(panel.company, funnel.id);

    const mark = duplicates.markIn(board.card(id));
    await expect(mark).toHaveAccessibleName('Possible duplicate of M. Silva');
    await board.link(id).focus();
    await mark.focus();
    await page.keyboard.press('Enter');
    await expect(duplicates.side('Maria Silva')).toBeChecked();
    await duplicates.side('M. Silva').check();
    await expect(duplicates.dropped).toContainText('Maria Silva');
    await duplicates.side('Maria Silva').check();
    await expect(duplicates.result).toContainText('+55 11 98765 4321, +55 11 3333 4444');
    await expect(duplicates.result).toContainText('maria@example.test');
    await expect(duplicates.dropped).toContainText('M. Silva');
    expect(await audit(page, 'two possible duplicates')).toEqual([]);
    await duplicates.merge.click();

    await expect(board.card(otherId)).toHaveCount(0);
    await expect(mark).toHaveCount(0);
    await shell.undo();
    await expect(board.card(otherId)).toBeVisible();
    await mark.click();
    await duplicates.merge.click();
    await expect(board.card(otherId)).toHaveCount(0);

    await board.link(id).click();
    const line = 'Merged with M. Silva: Email, Phones taken over';
    await expect(lead.timeline.first()).toContainText(line);
    await expect(lead.timeline.nth(1)).toContainText(`${line} and taken back`);
    await duplicates.otherLead.click();
    await expect(duplicates.mergedNotice).toBeVisible();
    await expect(page).toHaveURL(new RegExp(otherId));
    await duplicates.mergedNotice.getByRole('link', { name: 'Maria Silva' }).click();
    await duplicates.takeApart.click();
    await expect(duplicates.section).toContainText('Same phone');
    await expect(duplicates.takeApart).toHaveCount(0);

    await duplicates.section.getByRole('button', { name: 'Compare and merge' }).click();
    await duplicates.notDuplicate.click();
    await expect(duplicates.section).toContainText('Marked as no duplicate');
  });
});

test('one of several is chosen from the list, and merged when nothing has changed meanwhile', {
  tag: '@full',
}, async ({ page, panel, send }) => {
  const leads = new LeadsPage(page);
  const duplicates = new DuplicatesDialog(page);
  const funnel = await panel.createFunnel({ steps: ['Inbox'] });
  const sent = await send(
    funnel.step.id,
    { name: 'Ada First', email: 'ada@example.test' },
    { name: 'Ada Second', email: 'ADA@example.test' },
    { name: 'Ada Third', email: 'Ada@example.test' },
  );
  const [first = '', , third = ''] = sent.map(({ id }) => id);
  await open(page, `/${panel.company}/leads?step=${funnel.step.id}`);
  const mark = duplicates.markIn(leads.lead(first));
  await expect(mark).toHaveAccessibleName('Possible duplicates (2)');
  await mark.click();
  await expect(duplicates.list).toContainText('Same email');
  expect(await audit(page, 'the list of possible duplicates')).toEqual([]);
  await duplicates.other('Ada Third').click();
  await expect(duplicates.side('Ada First')).toBeChecked();
  await duplicates.side('Ada Third').check();
  await duplicates.merge.click();

  await expect(leads.lead(first)).toHaveCount(0);
  await expect(duplicates.markIn(leads.lead(third))).toHaveAccessibleName(
    'Possible duplicate of Ada Second',
  );
});
