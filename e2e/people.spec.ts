import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { Bell } from './pages/bell.ts';
import { LeadWork } from './pages/lead-work.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { open } from './pages/open.ts';
import { StepPage } from './pages/step-page.ts';

test.describe('an agent', { tag: '@own' }, () => {
  test.use({ role: 'agent' });

  test('sees only own leads, whatever the agent tries', { tag: '@full' }, async ({
    page,
    company,
    panel,
    send,
  }) => {
    const { id, step } = await panel.createFunnel();
    const [first, second] = await send(step.id, { name: 'Ada Own' }, { name: 'Grace Other' });
    const [own, others] = [first?.id ?? '', second?.id ?? ''];
    const agentId = await panel.agentId();
    const screen = new StepPage(page);
    await screen.open(company, id, step.id);
    await expect(screen.leads).toHaveCount(2);

    await panel.assignLead(own, { from: null, to: agentId });
    await panel.updateCompany({ agentsSee: 'own' });
    await expect(screen.leads).toHaveCount(1);
    await expect(screen.lead(own)).toBeVisible();
    await expect(page.getByRole('main')).toContainText('1 lead ·');

    await screen.search.fill('Grace');
    await expect(screen.leads).toHaveCount(0);
    await open(page, `/${company}/leads/${others}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lead not found');
    await screen.open(company, id, step.id, `?lead=${others}`);
    await expect(page.getByText('Grace Other')).toHaveCount(0);

    const headers = { 'x-leadgate-company': company };
    for (const procedure of ['leads.get', 'leads.duplicates']) {
      const params = { input: JSON.stringify({ id: others }) };
      const answer = await page.request.get(`/api/trpc/${procedure}`, { headers, params });
      expect(answer.status()).toBe(404);
    }
    const data = { id: others, owner: { from: null, to: agentId } };
    const taken = await page.request.post('/api/trpc/leads.assign', { headers, data });
    expect(taken.status()).toBe(404);
    const counted = await page.request.get('/api/trpc/funnels.list', {
      headers,
      params: { input: JSON.stringify({ archived: false }) },
    });
    expect(await counted.text()).toContain('"leads":1,"leadsToday":1');
  });

  test('confirms giving a lead away, and removing its owner', async ({
    page,
    company,
    panel,
    createLead,
  }) => {
    const id = await createLead({ name: 'Ada Lovelace' });
    const agentId = await panel.agentId();
    await panel.assignLead(id, { from: null, to: agentId });
    await panel.updateCompany({ agentsSee: 'own' });
    const lead = new LeadWork(page);
    await lead.open(company, id);
    await lead.owner.selectOption('');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toHaveAccessibleName('Remove the owner?');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(lead.owner).toHaveValue(agentId);

    await lead.owner.selectOption(await panel.adminId());
    await expect(dialog).toHaveAccessibleName('Give this lead to Test admin?');
    await dialog.getByRole('button', { name: 'Give away' }).click();
    await expect(page.getByText('Lead not found')).toBeVisible();
  });

  test('the bell shows assigned and new leads immediately, opens them, and is marked as read', async ({
    page,
    company,
    panel,
    send,
  }) => {
    const bell = new Bell(page);
    const { id, step } = await panel.createFunnel();
    const [lead] = await send(step.id, { name: 'Ada Lovelace' });
    await new StepPage(page).open(company, id, step.id);
    await expect(bell.button).toHaveAccessibleName('Notifications');

    await panel.assignLead(lead?.id ?? '', { from: null, to: await panel.agentId() });
    await expect(bell.button).toHaveAccessibleName('Notifications, 1 unread');
    await bell.button.click();
    await expect(bell.items).toHaveText([/Ada LovelaceAssigned to you by .+Unread$/]);
    await bell.newLeads.selectOption('Also those without an owner');
    expect(await audit(page, 'notifications')).toEqual([]);
    await send(step.id, { name: 'Grace Hopper' });
    await expect(bell.button).toHaveAccessibleName('Notifications, 2 unread');
    await bell.items.getByRole('link', { name: /Grace Hopper/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper');
    await expect(bell.popup).toHaveCount(0);

    await bell.button.click();
    // Within some seconds: an older one may not be committed yet.
    await bell.markRead.click();
    await expect(bell.items).toHaveText([/^Leads that others assign to you, due follow-ups/]);
    await expect(bell.button).toHaveAccessibleName('Notifications');
    await page.keyboard.press('Escape');
    await expect(bell.popup).toHaveCount(0);
    await expect(bell.button).toBeFocused();
  });

  test('a hidden page shows a new lead in a notification of the browser, which opens it', async ({
    page,
    company,
    panel,
    send,
  }) => {
    const bell = new Bell(page);
    const { id, step } = await panel.createFunnel();
    await bell.recordNotifications();
    await page.clock.install();
    await new StepPage(page).open(company, id, step.id);
    await bell.button.click();
    await bell.newLeads.selectOption('Also those without an owner');
    // Not check(): the box is checked when the browser has answered.
    await bell.browserSwitch.click();
    await expect(bell.browserSwitch).toBeChecked();
    await page.keyboard.press('Escape');
    await bell.hidePage();
    await send(step.id, { name: 'Grace Hopper' });
    await expect(async () => {
      await page.clock.fastForward('00:16');
      expect(await bell.notified()).toEqual(['Grace Hopper: New lead']);
    }).toPass();

    await bell.clickNotified();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper');
  });

  test('a browser whose pages cannot make notifications offers none', { tag: '@full' }, async ({
    page,
    company,
  }) => {
    const bell = new Bell(page);
    await bell.breakNotifications();
    await open(page, `/${company}/funnels`);
    await bell.button.click();
    await expect(bell.items).toHaveCount(1);
    await expect(bell.browserSwitch).toHaveCount(0);
  });

  test('a wait is amber from half of the target on, and red beyond it', {
    tag: '@full',
  }, async ({ page, company, panel, send }) => {
    const { id: funnelId, step } = await panel.createFunnel();
    const [lead] = await send(step.id, { name: 'Ada Lovelace' });
    const id = lead?.id ?? '';
    await panel.updateCompany({ contactTarget: 5 });
    await page.clock.install();
    const screen = new StepPage(page);
    await screen.open(company, funnelId, step.id);
    await expect(screen.lead(id)).toContainText('New');
    await expect(screen.lead(id)).not.toContainText(/contacted for/);

    await page.clock.fastForward('03:00');
    await expect(screen.lead(id)).toContainText(
      /Due soon, the target is 5 min: not contacted for \d min/,
    );
    await page.clock.fastForward('03:00');
    await expect(screen.lead(id)).toContainText(
      /Late, the target is 5 min: not contacted for \d min/,
    );
    expect(await audit(page, 'a late lead')).toEqual([]);

    const list = new LeadsPage(page);
    await list.open(company);
    await page.clock.fastForward('06:00');
    await expect(list.lead(id)).toContainText(
      /Late, the target is 5 min: not contacted for \d+ min/,
    );
    expect(await audit(page, 'a late lead in the list')).toEqual([]);
  });
});
