import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { BoardPage } from './pages/board-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { FunnelPage } from './pages/funnel-page.ts';
import { LeadWork } from './pages/lead-work.ts';
import { Shell } from './pages/shell.ts';

const steps = ['Inbox', 'Gone', 'Signed'];
const outcomes = { Gone: 'lost', Signed: 'won' } as const;

test.describe('a lost deal', () => {
  test.use({ role: 'agent' });

  test('is dragged, gets a reason, and is taken back as one, also in its timeline', {
    tag: '@agent',
  }, async ({ page, panel, send }) => {
    const board = new BoardPage(page);
    const lead = new LeadWork(page);
    const shell = new Shell(page);
    const funnel = await panel.createFunnel({ steps, outcomes });
    const gone = funnel.steps[1]?.id ?? '';
    const [{ id } = { id: '' }, other] = await send(
      funnel.step.id,
      { name: 'Maria Silva' },
      { name: 'Grace Hopper' },
    );
    await board.open(panel.company, funnel.id);
    await board.column(gone).hover();
    await expect(board.card(id)).toHaveAttribute('draggable', 'true');
    await board.drag(id, gone);

    await expect(board.question).toContainText('Why was Maria Silva lost?');
    expect(await audit(page, 'the question why a lead was lost')).toEqual([]);
    await board.answer('Too expensive').click();
    await expect(board.question).toBeHidden();
    await expect(board.link(id)).toBeFocused();
    await board.link(id).click();
    await expect(lead.select('Status')).toHaveValue('lost');
    await expect(lead.reason).toHaveValue('Too expensive');
    await page.keyboard.press('Escape');
    await shell.undo();
    await expect(board.cardIn(funnel.step.id, id)).toBeVisible();

    await board.link(id).click();
    await expect(lead.select('Status')).toHaveValue('new');
    await expect(lead.reason).toBeHidden();
    const line = lead.timeline.getByRole('button', {
      name: 'Moved from Inbox to Gone and taken back',
    });
    await expect(line).toHaveAttribute('aria-expanded', 'false');
    await expect(lead.timeline.getByText('Reason added')).toHaveCount(0);
    await line.click();
    await expect(lead.timeline.getByText('Reason added: Too expensive')).toBeVisible();
    await board.drag(other?.id ?? '', gone);
    await expect(board.question).toContainText('Why was Grace Hopper lost?');
  });
});

test('an admin marks a step and says why leads are lost; leads are asked so on their page', async ({
  page,
  panel,
  send,
}) => {
  const funnel = await panel.createFunnel({ steps: ['Inbox', 'Gone'] });
  await send(funnel.step.id, { name: 'Maria Silva' });
  const screen = new FunnelPage(page);
  await screen.open(panel.company, funnel.id);
  await screen.mark('Gone', 'Lost');
  await expect(screen.stepRow(funnel.steps[1]?.id ?? '')).toContainText('Lost');

  const company = new CompanyPage(page);
  const shell = new Shell(page);
  await shell.go('Company');
  await company.lostReasons.fill('Too far\ntoo far');
  await company.saveLostReasons.click();
  await expect(company.lostReasons).toHaveAccessibleDescription(/is on the list twice/);
  await company.lostReasons.fill('Too far\nMoved away');
  await company.saveLostReasons.click();
  await expect(company.lostReasonsSaved).toBeVisible();

  const lead = new LeadWork(page);
  await shell.go('Leads');
  await page.getByRole('link', { name: 'Maria Silva' }).click();
  await lead.select('Step').selectOption('Gone');
  await expect(lead.select('Status')).toHaveValue('lost');
  await expect(lead.reason.getByRole('option')).toHaveText([
    'Why was it lost?',
    'Too far',
    'Moved away',
  ]);
  await lead.reason.selectOption('Too far');
  await expect(lead.timeline.getByText('Reason added: Too far')).toBeVisible();

  await lead.select('Status').selectOption('Won');
  await lead.amount.fill('1.200,5');
  await lead.amount.press('Enter');
  await expect(lead.timeline.getByText(/^Amount added: \w{3} 1,200\.5$/)).toBeVisible();
  await expect(lead.timeline.getByText('Reason removed: Too far')).toBeVisible();
});
