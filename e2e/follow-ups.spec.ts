import { expect, test } from './fixtures.ts';
import { Bell } from './pages/bell.ts';
import { BoardPage } from './pages/board-page.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { Shell } from './pages/shell.ts';
import { StepPage } from './pages/step-page.ts';

const second = 1_000;
const hour = 3_600 * second;
const due = /Follow-up (due now|\d+ min late)/;

test('due follow-ups are found by their marks, by a filter and by the bell', async ({
  page,
  company,
  panel,
  send,
}) => {
  const [bell, list] = [new Bell(page), new LeadsPage(page)];
  const [board, step] = [new BoardPage(page), new StepPage(page)];
  const funnel = await panel.createFunnel();
  const leads = await send(funnel.step.id, { name: 'Ada Due' }, { name: 'Grace Planned' });
  const [ada = '', grace = ''] = leads.map(({ id }) => id);
  await panel.planFollowUp(ada, new Date(Date.now() - 20 * second));
  await panel.planFollowUp(grace, new Date(Date.now() + 50 * hour));
  await step.open(company, funnel.id, funnel.step.id);
  await expect(step.lead(ada)).toContainText(due);

  await new Shell(page).breadcrumbs.getByRole('link', { name: funnel.name }).click();
  await expect(board.card(grace)).toContainText('Follow-up in 2 d');
  await board.filters.choose('Follow-up', 'Overdue');
  await expect(board.cards()).toHaveCount(1);
  await expect(board.card(ada)).toContainText(due);

  await bell.button.click();
  await expect(bell.items.first()).toContainText('Ada DueFollow-up due');
  await bell.allDue.click();
  await expect(list.rows).toHaveCount(1);
  await expect(list.lead(ada)).toContainText(due);
  await expect(list.filters.chip('Follow-up: Overdue')).toBeVisible();
  await list.filters.clear.click();
  await list.filters.choose('Follow-up', 'Next 7 days');
  await expect(list.lead(grace)).toContainText('in 2 d');
});
