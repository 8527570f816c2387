import { expect, test } from './fixtures.ts';
import { delayCalls } from './network.ts';
import { BoardPage } from './pages/board-page.ts';
import { LeadWork } from './pages/lead-work.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { SearchDialog } from './pages/search-dialog.ts';

const names = ['Ada Lovelace', 'Émile Borel', 'Zoë Quinn'];

test('a column head sorts, and the total leads to the leads of a step and of an owner', async ({
  page,
  company,
  panel,
  send,
}) => {
  const list = new LeadsPage(page);
  const [ada = '', emile = '', zoe = ''] = names;
  const { id, step, steps } = await panel.createFunnel();
  await send(step.id, { name: emile }, { name: zoe });
  const [sent] = await send(steps[1]?.id ?? '', { name: ada });
  await panel.assignLead(sent?.id ?? '', { from: null, to: await panel.adminId() });
  await list.open(company, `funnel=${id}`);
  await expect(list.names).toHaveText([ada, zoe, emile]);

  const head = list.column('Lead');
  await head.getByRole('button').click();
  await expect(list.names).toHaveText(names);
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await head.getByRole('button').click();
  await expect(list.names).toHaveText(names.toReversed());
  await expect(page).toHaveURL(/sort=-name/);
  await head.getByRole('button').click();
  await expect(list.column('Received')).toHaveAttribute('aria-sort', 'descending');

  await expect(list.filters.total).toHaveText('3 leads');
  await list.filters.total.click();
  await page.getByRole('menuitem', { name: /: First 2$/ }).click();
  await expect(list.filters.total).toHaveText('2 leads');
  await expect(list.names).toHaveText([zoe, emile]);
  await list.filters.change('Step').click();
  await page.getByRole('menuitemcheckbox', { checked: true }).click();
  await expect(list.filters.total).toHaveText('3 leads');
  await page.keyboard.press('Escape');
  await expect(list.filters.change('Step')).toBeHidden();
  await expect(list.filters.add).toBeFocused();
  await list.view('Mine').click();
  await expect(page).toHaveURL(/owner=me/);
  await expect(list.names.first()).toHaveText(ada);
});

test('owner, status and follow-up are changed in the row, and taken back', async ({
  page,
  company,
  panel,
  send,
}) => {
  const list = new LeadsPage(page);
  const { id, step } = await panel.createFunnel();
  const [lead] = await send(step.id, { name: 'Ada Lovelace' });
  const row = list.lead(lead?.id ?? '');
  await list.open(company, `funnel=${id}`);

  await row.getByRole('button', { name: /^Status: New/ }).click();
  await list.filters.value('Qualified').click();
  await expect(row).toContainText('Qualified');
  await list.undo.click();
  await expect(row.getByRole('button', { name: /^Status: New/ })).toBeVisible();
  await row.getByRole('button', { name: /^Owner: none/ }).click();
  await page.getByRole('menuitemradio', { name: /\(you\)$/ }).click();
  await expect(row.getByRole('button', { name: /^Owner: / })).not.toHaveAccessibleName(/none/);
  await row.getByRole('button', { name: /^Follow-up: none/ }).click();
  await list.item('Tomorrow 9:00').click();
  await expect(row).toContainText(/Follow-up in \d+ h|Follow-up in 1 d/);

  const release = await delayCalls(page, 'leads.listAll');
  await panel.changeLead(lead?.id ?? '', { status: { from: 'new', to: 'contacted' } });
  await row.getByRole('button', { name: /^Status: New/ }).click();
  await list.filters.value('Qualified').click();
  await expect(
    page.getByText(/status was not changed to Qualified\. .+ changed it to Contacted/),
  ).toBeVisible();
  release();
  await expect(row).toContainText('Contacted');
  await page.getByRole('button', { name: 'Overwrite' }).click();
  await expect(row).toContainText('Qualified');
});

test('a lead beside its list, also an empty one: both are used, by keys and commands too', async ({
  page,
  company,
  panel,
  send,
}) => {
  const [list, lead] = [new LeadsPage(page), new LeadWork(page)];
  const search = new SearchDialog(page);
  const { id, step } = await panel.createFunnel();
  const sent = await send(step.id, ...names.map((name) => ({ name })));
  await list.open(company, `funnel=${id}&q=nobody&lead=${sent[1]?.id}`);
  const link = (n: number) => list.lead(sent[n]?.id ?? '').getByRole('link');
  const title = lead.sheet.getByRole('heading', { level: 2 }).first();
  await expect(page.getByText('No leads match')).toBeVisible();
  await expect(title).toHaveText(names[1] ?? '');
  await lead.note.fill('Not saved yet');
  await list.search.fill('');
  await expect(list.names).toHaveCount(3);
  await expect(lead.note).toHaveValue('Not saved yet');

  await link(2).click();
  await expect(title).toHaveText(names[2] ?? '');
  await expect(lead.sheet).toContainText('1 of 3');
  await link(0).click();
  await expect(title).toHaveText(names[0] ?? '');
  await expect(list.lead(sent[0]?.id ?? '')).toHaveAttribute('aria-current', 'true');

  await page.keyboard.press('k');
  await expect(title).toHaveText(names[1] ?? '');
  await expect(lead.note).toHaveValue('Not saved yet');
  await lead.sheet.getByRole('heading', { name: 'Timeline' }).click();
  await page.keyboard.press('s');
  await expect(lead.select('Status')).toBeFocused();
  await lead.sheet.getByRole('heading', { name: 'Timeline' }).click();
  await page.keyboard.press('ControlOrMeta+k');
  await search.leads.filter({ hasText: 'Plan a follow-up (this lead)' }).click();
  await expect(lead.followUp).toBeVisible();
  await list.search.fill('ada');
  await expect(list.names).toHaveText(['Ada Lovelace']);
  await expect(title).toHaveText(names[1] ?? '');
  await link(names.indexOf('Ada Lovelace')).click();
  await expect(title).toHaveText('Ada Lovelace');
  await lead.sheet.getByRole('heading', { name: 'Timeline' }).click();
  await page.keyboard.press('Escape');
  await expect(lead.sheet).toBeHidden();
  await expect(page).toHaveURL(/q=ada$/);
});

test('the keys go to the end of a column, beyond the cards that the page has at first', {
  tag: '@full',
}, async ({ page, company, panel, send }) => {
  const [board, lead] = [new BoardPage(page), new LeadWork(page)];
  const { promise: isClosed, resolve: sendCode } = Promise.withResolvers<void>();
  await page.route('**/chunks/*.js', async (route) => {
    const response = await route.fetch();
    // The code for long columns: the card is rendered after the sheet is closed.
    if ((await response.text()).includes('rangeExtractor')) await isClosed;
    await route.fulfill({ response });
  });
  const { id, step } = await panel.createFunnel();
  const sent = await send(
    step.id,
    ...Array.from({ length: 30 }, (_, n) => ({ name: `Lead ${n}` })),
  );
  // IDs are in the order of arrival.
  const newestFirst = sent
    .map((each) => each.id)
    .toSorted()
    .toReversed();
  await board.open(company, id, `?lead=${newestFirst[25]}`);
  await expect(lead.sheet).toContainText('26 of 30');
  for (let n = 27; n <= 30; n += 1) {
    await page.keyboard.press('j');
    await expect(lead.sheet).toContainText(`${n} of 30`);
  }
  await expect(lead.sheet.getByRole('button', { name: 'Next lead (j)' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(lead.sheet).toBeHidden();
  sendCode();
  const focused = page.locator('[data-lead]:has(a:focus)');
  await expect(focused).toHaveAttribute('aria-posinset', '30');
  await expect(focused).toHaveAttribute('data-lead', newestFirst[29] ?? '');
});
