import { expect, test } from './fixtures.ts';
import { BoardPage } from './pages/board-page.ts';
import { LeadWork } from './pages/lead-work.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { open } from './pages/open.ts';

const unreachable = { name: 'Maria Silva', phone: 'N/A 12', email: 'maria at example.test' };

test('a lead that cannot be reached is marked until it is corrected, on every open screen', async ({
  page,
  context,
  company,
  panel,
  send,
}) => {
  const funnel = await panel.createFunnel();
  const [sent] = await send(funnel.step.id, unreachable);
  const id = sent?.id ?? '';
  const board = new BoardPage(page);
  await board.open(company, funnel.id);
  await expect(board.card(id)).toContainText('No phone or email');

  const lead = new LeadWork(await context.newPage());
  await lead.open(company, id);
  await expect(lead.contact).toContainText('No phone or email: this lead cannot be reached');
  await expect(lead.contact).toContainText('N/A 12Not a phone number');
  await expect(lead.contact).toContainText('maria at example.testNot an email address');

  const phone = lead.mend('Phone, sent as N/A 12');
  await expect(phone).toHaveValue('N/A 12');
  await phone.press('Enter');
  await expect(phone).toHaveAccessibleDescription(/^Enter one phone number with country code/);
  await phone.fill('12');
  await phone.press('Enter');
  await expect(phone).toHaveAccessibleDescription('12: must hold 8 to 15 digits with country code');
  await phone.fill('+55 11 98765-4321');
  await phone.press('Enter');
  await expect(
    lead.contact.getByRole('link', { name: '+55 11 98765 4321', exact: true }),
  ).toBeVisible();
  await expect(lead.edit).toBeFocused();
  await expect(lead.contact).not.toContainText('No phone or email');
  await expect(board.card(id)).toContainText('+55 11 98765 4321');

  await lead.mend('Email, sent as maria at example.test').fill('maria@example.test');
  await lead.saveMend('email').click();
  await expect(
    lead.contact.getByRole('link', { name: 'maria@example.test', exact: true }),
  ).toBeVisible();
  await expect(lead.contactFields).toHaveCount(0);
  await expect(lead.timeline.first()).toContainText('maria at example.test');
});

test('a name that was not sent is entered, and what was typed stays until then', async ({
  page,
  company,
  panel,
  send,
}) => {
  const funnel = await panel.createFunnel();
  const [sent] = await send(funnel.step.id, { name: '', email: 'maria@example.test' });
  const id = sent?.id ?? '';
  const list = new LeadsPage(page);
  await list.open(company, `funnel=${funnel.id}`);
  const marked = list.lead(id).getByRole('img', { name: 'No name was sent' });
  await expect(marked).toBeVisible();

  const lead = new LeadWork(page);
  await lead.openSheet(company, `${funnel.id}?view=board`, id);
  await expect(lead.noName.last()).toBeVisible();
  await lead.mend('Name').fill('Maria Silva');
  await lead.open(company, id);
  await expect(lead.heading).toHaveText('maria@example.test');
  await expect(lead.mend('Name')).toHaveValue('Maria Silva');

  await panel.editLead(id, { name: { from: 'maria@example.test', to: 'Ana Lima' } });
  await expect(lead.heading).toHaveText('Ana Lima');
  await expect(lead.mend('Name')).toHaveAccessibleDescription(
    'Now “Ana Lima”. Save to overwrite it',
  );
  await lead.saveMend('name').click();
  await expect(lead.heading).toHaveText('Maria Silva');
  await expect(lead.mend('Name')).toHaveCount(0);
  await list.open(company, `funnel=${funnel.id}`);
  await expect(list.names).toHaveText(['Maria Silva']);
  await expect(marked).toHaveCount(0);
});

test.describe('a viewer', { tag: '@viewer' }, () => {
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
