import { expect, test } from './fixtures.ts';
import { Bell } from './pages/bell.ts';
import { BoardPage } from './pages/board-page.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { StepPage } from './pages/step-page.ts';

const second = 1_000;
const hour = 3_600 * second;

test('due follow-ups are found by the bell, by a filter and by their marks', async ({
  page,
  company,
  panel,
  send,
}) => {
  const [bell, list] = [new Bell(page), new LeadsPage(page)];
  const [board, step] = [new BoardPage(page), new StepPage(page)];
  const funnel = await panel.createFunnel();
  const leads = await send(
    funnel.step.id,
    ...Array.from({ length: 22 }, (_, n) => ({ name: `Lead ${n}` })),
    { name: 'Ada Due' },
    { name: 'Grace Planned' },
  );
  const [ada = '', grace = ''] = leads.slice(-2).map(({ id }) => id);
  await panel.planFollowUp(ada, new Date(Date.now() - 20 * second));
  await panel.planFollowUp(grace, new Date(Date.now() + 50 * hour));
  await list.open(company);
  await bell.button.click();
  await expect(bell.items.first()).toContainText('Ada DueFollow-up due');
  await bell.allDue.click();
  await expect(list.rows).toHaveCount(1);
  await expect(list.lead(ada)).toContainText(/Follow-up (due now|\d+ min late)/);
  await expect(list.filters.chip('Follow-up: Overdue')).toBeVisible();
  await list.filters.clear.click();
  await list.filters.choose('Follow-up', 'Next 7 days');
  await expect(list.lead(grace)).toContainText('in 2 d');

  await board.open(company, funnel.id);
  await expect(board.card(grace)).toContainText('Follow-up in 2 d');
  await board.filters.choose('Follow-up', 'Overdue');
  await expect(board.cards()).toHaveCount(1);
  await expect(board.card(ada)).toContainText(/Follow-up (due now|\d+ min late)/);
  await step.open(company, funnel.id, funnel.step.id);
  await expect(step.lead(ada)).toContainText(/Follow-up (due now|\d+ min late)/);
});
