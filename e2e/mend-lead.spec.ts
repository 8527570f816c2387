import { expect, test } from './fixtures.ts';
import { BoardPage } from './pages/board-page.ts';
import { LeadWork } from './pages/lead-work.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { open } from './pages/open.ts';

const unreachable = { name: 'Maria Silva', phone: 'N/A 12', email: 'maria at example.test' };

test('what was not read of a lead is marked, also on the board, until it is corrected', async ({
  page,
  company,
  panel,
  send,
}) => {
  const funnel = await panel.createFunnel();
  const sent = await send(funnel.step.id, unreachable, { name: '', email: 'ana@example.test' });
  const [id = '', unnamed = ''] = sent.map((each) => each.id);
  const [board, lead] = [new BoardPage(page), new LeadWork(page)];
  const link = (name: string) => lead.contact.getByRole('link', { name, exact: true });
  await board.open(company, funnel.id, `?lead=${id}`);

  await test.step('a phone', async () => {
    await expect(board.card(id)).toContainText('No phone or email');
    await expect(lead.contact).toContainText('No phone or email: this lead cannot be reached');
    await expect(lead.contact).toContainText('N/A 12Not a phone number');
    await expect(lead.contact).toContainText('maria at example.testNot an email address');

    const phone = lead.mend('Phone, sent as N/A 12');
    await expect(phone).toHaveValue('N/A 12');
    await phone.press('Enter');
    await expect(phone).toHaveAccessibleDescription(/^Enter one phone number with country code/);
    await phone.fill('12');
    await phone.press('Enter');
    await expect(phone).toHaveAccessibleDescription(
      '12: must hold 8 to 15 digits with country code',
    );
    await phone.fill('+55 11 98765-4321');
    await phone.press('Enter');
    await expect(link('+55 11 98765 4321')).toBeVisible();
    await expect(lead.edit).toBeFocused();
    await expect(lead.contact).not.toContainText('No phone or email');
    await expect(board.card(id)).toContainText('+55 11 98765 4321');
  });

  await test.step('an email address', async () => {
    await lead.mend('Email, sent as maria at example.test').fill('maria@example.test');
    await lead.saveMend('email').click();
    await expect(link('maria@example.test')).toBeVisible();
    await expect(lead.contactFields).toHaveCount(0);
    await expect(lead.timeline.first()).toContainText('maria at example.test');
  });

  await test.step('a name, for which another one was entered meanwhile', async () => {
    const marked = board.card(unnamed).getByRole('img', { name: 'No name was sent' });
    const title = lead.sheet.getByRole('heading', { level: 2 }).first();
    await expect(marked).toBeVisible();
    await board.link(unnamed).click();
    await expect(title).toContainText('ana@example.test');
    await expect(lead.sheet.getByRole('img', { name: 'No name was sent' })).toBeVisible();
    await lead.mend('Name').fill('Ana Silva');
    await panel.editLead(unnamed, { name: { from: 'ana@example.test', to: 'Ana Lima' } });
    await expect(title).toHaveText('Ana Lima');
    await expect(lead.mend('Name')).toHaveAccessibleDescription(
      'Now “Ana Lima”. Save to overwrite it',
    );
    await lead.saveMend('name').click();
    await expect(title).toHaveText('Ana Silva');
    await expect(lead.mend('Name')).toHaveCount(0);
    await expect(board.card(unnamed)).toContainText('Ana Silva');
    await expect(marked).toHaveCount(0);
  });
});

test.describe('a viewer', { tag: ['@viewer', '@full'] }, () => {
  test.use({ role: 'viewer' });

  test('sees what is marked, and no fields', async ({ page, company, createLead }) => {
    const id = await createLead(unreachable);
    const lead = new LeadWork(page);
    await lead.open(company, id);
    await expect(lead.contact).toContainText('No phone or email');
    await expect(lead.contact).toContainText('N/A 12Not a phone number');
    await expect(lead.contactFields).toHaveCount(0);

    await open(page, `/${company}/leads`);
    await expect(new LeadsPage(page).lead(id)).toContainText('No phone or email');
  });
});
