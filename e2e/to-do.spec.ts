import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { Bell } from './pages/bell.ts';
import { LeadWork } from './pages/lead-work.ts';
import { open } from './pages/open.ts';
import { ToDoPage } from './pages/to-do-page.ts';

const second = 1_000;
const day = 24 * 3_600 * second;

test.describe('an agent', { tag: '@own' }, () => {
  test.use({ role: 'agent' });

  test('a morning: the list is worked down to zero, and a promise is made, kept and shown', async ({
    page,
    company,
    panel,
    send,
  }) => {
    const [toDo, lead] = [new ToDoPage(page), new LeadWork(page)];
    const funnel = await panel.createFunnel();
    const [ada, grace] = await send(
      funnel.step.id,
      { name: 'Ada Lovelace', phones: ['+12025550143'] },
      { name: 'Grace Hopper', phones: ['+12025550144'] },
      { name: 'Linus Pauling', phones: ['+12025550145'] },
    );
    const agentId = await panel.agentId();
    for (const [n, { id }] of [ada, grace].flatMap((each) => each ?? []).entries()) {
      await panel.assignLead(id, { from: null, to: agentId });
      await panel.planFollowUp(id, new Date(Date.now() - (30 - n) * second));
    }

    await panel.changeLead(grace?.id ?? '', { status: { from: 'new', to: 'contacted' } });

    // Agents begin here.
    await open(page, `/${company}`);
    await expect(page).toHaveURL(/\/to-do$/);
    await expect(toDo.menuEntry).toHaveAccessibleName('To do 3 now');
    await expect(toDo.sections).toHaveText(['2Overdue', '1New']);
    await expect(toDo.rowsOf('Overdue')).toHaveText([/Ada Lovelace/, /Grace Hopper/]);
    await expect(toDo.row(ada?.id ?? '')).toContainText('planned by');

    // The first is called, and a new promise is made.
    await page.keyboard.press('j');
    await expect(toDo.link('Ada Lovelace')).toBeFocused();
    await page.keyboard.press('c');
    await toDo.outcome('Spoke').check();
    await expect(toDo.followUp.locator('option:checked')).toHaveText('Done, no other');
    await toDo.callText.fill('Wants the offer tomorrow');
    await toDo.followUp.selectOption('Tomorrow 9:00');
    expect(await audit(page, 'what is to do, with a call')).toEqual([]);
    await toDo.saveCall.click();
    await expect(toDo.rowsOf('Tomorrow')).toHaveText([
      /09:00.*Ada Lovelace.*Wants the offer tomorrow/,
    ]);
    await expect(toDo.rowsOf('Overdue')).toHaveText([/Grace Hopper/]);
    await expect(toDo.link('Grace Hopper')).toBeFocused();

    // The second is done, taken back, and done again by its key.
    await toDo.button('Done', 'Grace Hopper').click();
    await expect(toDo.section('Overdue')).toHaveCount(0);
    await expect(toDo.link('Linus Pauling')).toBeFocused();
    await toDo.undo.click();
    await expect(toDo.rowsOf('Overdue')).toHaveText([/Grace Hopper/]);
    await toDo.link('Grace Hopper').focus();
    await page.keyboard.press('d');
    await expect(toDo.section('Overdue')).toHaveCount(0);

    // The new one is taken and called.
    await toDo.button('Take', 'Linus Pauling').click();
    await expect(toDo.button('Take', 'Linus Pauling')).toHaveCount(0);
    await toDo.button('Call', 'Linus Pauling').click();
    await toDo.outcome('No answer').check();
    await toDo.saveCall.click();
    await expect(toDo.nothing).toHaveText('Nothing to do now');
    await expect(page.getByText(/^Next is Ada Lovelace, in /)).toBeVisible();
    await expect(toDo.menuEntry).toHaveAccessibleName('To do');

    // The promise is shown with the lead, which opens over the list.
    await toDo.link('Ada Lovelace').click();
    await expect(lead.work).toContainText('Follow-up');
    await expect(lead.timeline.first()).toContainText('Follow-up planned');
    await lead.followUpDone.click();
    await expect(lead.timeline.first()).toContainText('Follow-up done');
    await page.keyboard.press('Escape');
    await expect(toDo.nothing).toHaveText('Nothing to do');
  });

  test('new leads hide no follow-up, and each is read in the bell by a press, by work and by opening', async ({
    page,
    company,
    panel,
    send,
  }) => {
    const [toDo, bell, lead] = [new ToDoPage(page), new Bell(page), new LeadWork(page)];
    const funnel = await panel.createFunnel();
    const due = await send(
      funnel.step.id,
      ...['Ada', 'Grace', 'Mary'].map((name) => ({ name: `${name} Due` })),
    );
    await send(funnel.step.id, ...Array.from({ length: 26 }, (_, n) => ({ name: `Lead ${n}` })));
    const agentId = await panel.agentId();
    for (const { id } of due) {
      await panel.assignLead(id, { from: null, to: agentId });
      await panel.planFollowUp(id, new Date(Date.now() - 20 * second));
    }
    await toDo.open(company);
    await expect(toDo.menuEntry).toHaveAccessibleName('To do 29 now');
    await expect(toDo.sections).toHaveText(['3Overdue', '26New']);
    await expect(toDo.rows).toHaveCount(28);
    await expect(toDo.rows.nth(2)).toContainText('Due');
    await toDo.showMore('New, not contacted yet').click();
    await expect(toDo.rowsOf('New, not contacted yet')).toHaveCount(26);

    await bell.button.click();
    // Each was assigned as well.
    await expect(bell.items).toHaveCount(6);
    for (const place of [0, 1, 2])
      await expect(bell.items.nth(place)).toContainText('Follow-up due');
    // A due follow-up stays until it is done.
    await bell.readOne('Ada Due').click();
    await expect(bell.button).toHaveAccessibleName('Notifications, 2 unread');
    await expect(bell.items).toHaveCount(5);
    await page.keyboard.press('Escape');
    // By work.
    await toDo.button('Note', 'Grace Due').click();
    await toDo.note.fill('Called back');
    await toDo.saveNote.click();
    await expect(toDo.row(due[1]?.id ?? '')).toContainText('Called back');
    await expect(bell.button).toHaveAccessibleName('Notifications, 1 unread');
    // By opening.
    await toDo.link('Mary Due').click();
    await expect(lead.work).toContainText('Follow-up due');
    await page.keyboard.press('Escape');
    await expect(bell.button).toHaveAccessibleName('Notifications');
  });

  test('a new lead is planned, not in the past and with an undo; one that is deleted or given away leaves the list', async ({
    page,
    company,
    panel,
    send,
  }) => {
    const [toDo, lead] = [new ToDoPage(page), new LeadWork(page)];
    const funnel = await panel.createFunnel();
    const [ada, grace] = await send(
      funnel.step.id,
      { name: 'Ada Given' },
      { name: 'Grace Deleted' },
    );
    const agentId = await panel.agentId();
    await panel.assignLead(ada?.id ?? '', { from: null, to: agentId });
    await panel.planFollowUp(ada?.id ?? '', new Date(Date.now() + 9 * day));
    await toDo.open(company);
    await toDo.move('Grace Deleted', 'Choose a day…');
    await toDo.followUp.selectOption('On a date…');
    await toDo.time.fill('2020-01-31T09:00');
    await toDo.planFollowUp.click();
    await expect(toDo.row(grace?.id ?? '')).toContainText('Choose a time in the future');
    await toDo.move('Grace Deleted', 'Next Monday 9:00');
    await expect(toDo.section('New')).toHaveCount(0);
    await toDo.undo.click();
    await expect(toDo.rowsOf('New')).toHaveText([/Grace Deleted.*Take/]);

    await panel.deleteLead(grace?.id ?? '');
    await expect(toDo.section('New')).toHaveCount(0);
    await expect(toDo.rowsOf('Later')).toHaveText([/Ada Given/]);
    await panel.assignLead(ada?.id ?? '', { from: agentId, to: await panel.adminId() });
    await expect(toDo.nothing).toHaveText('Nothing to do');
    await toDo.whose('Everyone').click();
    await expect(page).toHaveURL(/whose=everyone/);
    await expect(toDo.rowsOf('Later')).toHaveText([/Ada Given.*Test admin/]);
    await toDo.link('Ada Given').click();
    await expect(lead.work).toContainText('due to Test admin');
  });

  test('nothing to do has no accessibility problems', { tag: '@full' }, async ({
    page,
    company,
  }) => {
    const toDo = new ToDoPage(page);
    await toDo.open(company);
    await expect(toDo.nothing).toHaveText('Nothing to do');
    expect(await audit(page, 'nothing to do')).toEqual([]);
  });
});
