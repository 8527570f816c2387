import type { Browser, BrowserContext, Page } from '@playwright/test';
import { sendLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { Bell } from './pages/bell.ts';
import { CompanyPage } from './pages/company-page.ts';
import { LeadWork } from './pages/lead-work.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { open } from './pages/open.ts';
import { StepPage } from './pages/step-page.ts';
import { type Funnel, Panel } from './panel.ts';
import type { SignedIn } from './sign-in.ts';

/** A page in a browser of its own. */
async function openAs(browser: Browser, storageState: SignedIn, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ storageState, baseURL, reducedMotion: 'reduce' });

  return context.newPage();
}

test.describe('an admin and an agent', { tag: '@own' }, () => {
  test.use({ role: null });

  let slug: string;
  let admin: Page;
  let agent: Page;
  let agentId: string;
  let panel: Panel;
  let funnel: Funnel;
  let contexts: BrowserContext[];
  let create: (name: string) => Promise<string>;

  test.beforeEach(async ({ browser, origin, api, company, sessionOf }) => {
    slug = company;
    admin = await openAs(browser, await sessionOf('admin'), origin);
    agent = await openAs(browser, await sessionOf('agent'), origin);
    contexts = [admin.context(), agent.context()];
    panel = new Panel(admin.request, slug);
    funnel = await panel.createFunnel();
    const { secret } = await panel.createKey();
    create = async (name) => (await sendLead(api, { stepId: funnel.step.id, secret }, { name })).id;
    agentId = await panel.agentId();
  });
  test.afterEach(async () => {
    for (const context of contexts) await context.close();
  });

  const openStep = async (page: Page) => {
    const step = new StepPage(page);
    await step.open(slug, funnel.id, funnel.step.id);
    return step;
  };

  async function letAgentsSee(value: string, target = '60'): Promise<void> {
    const settings = new CompanyPage(admin);
    await settings.open(slug);
    await settings.agentsSee.selectOption(value);
    await settings.firstContact.selectOption(target);
    await settings.save.click();
    await expect(settings.saved).toBeVisible();
  }

  test('the agent sees only own leads, whatever the agent tries', { tag: '@full' }, async () => {
    const [own, others] = [await create('Ada Own'), await create('Grace Other')];
    const step = await openStep(agent);
    await expect(step.leads).toHaveCount(2);

    await panel.assignLead(own, { from: null, to: agentId });
    await letAgentsSee('own');
    await expect(step.leads).toHaveCount(1);
    await expect(step.lead(own)).toBeVisible();
    await expect(agent.getByRole('main')).toContainText('1 lead ·');

    await step.search.fill('Grace');
    await expect(step.leads).toHaveCount(0);
    await open(agent, `/${slug}/leads/${others}`);
    await expect(agent.getByRole('heading', { level: 1 })).toHaveText('Lead not found');
    await open(agent, `/${slug}/funnels/${funnel.id}/steps/${funnel.step.id}?lead=${others}`);
    await expect(agent.getByText('Grace Other')).toHaveCount(0);

    const headers = { 'x-leadgate-company': slug };
    for (const procedure of ['leads.get', 'leads.duplicates']) {
      const params = { input: JSON.stringify({ id: others }) };
      const answer = await agent.request.get(`/api/trpc/${procedure}`, { headers, params });
      expect(answer.status()).toBe(404);
    }
    const owner = { from: null, to: agentId };
    const data = { id: others, owner };
    const taken = await agent.request.post('/api/trpc/leads.assign', { headers, data });
    expect(taken.status()).toBe(404);
    const counted = await agent.request.get('/api/trpc/funnels.list', {
      headers,
      params: { input: JSON.stringify({ archived: false }) },
    });
    expect(await counted.text()).toContain('"leads":1,"leadsToday":1');
  });

  test('the agent confirms giving a lead away, and removing its owner', async () => {
    const id = await create('Ada Lovelace');
    await panel.assignLead(id, { from: null, to: agentId });
    await letAgentsSee('own');
    const lead = new LeadWork(agent);
    await lead.open(slug, id);
    await lead.owner.selectOption('');
    const dialog = agent.getByRole('alertdialog');
    await expect(dialog).toHaveAccessibleName('Remove the owner?');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(lead.owner).toHaveValue(agentId);

    const others = lead.owner.locator(`option:not([value=""]):not([value="${agentId}"])`);
    await lead.owner.selectOption(await others.first().getAttribute('value'));
    await expect(dialog).toHaveAccessibleName('Give this lead to Test admin?');
    await dialog.getByRole('button', { name: 'Give away' }).click();
    await expect(agent.getByText('Lead not found')).toBeVisible();
  });

  test('the bell shows an assigned lead immediately, until it is marked as read', async () => {
    const id = await create('Ada Lovelace');
    const bell = new Bell(agent);
    await letAgentsSee('own');
    await openStep(agent);
    await expect(bell.button).toHaveAccessibleName('Notifications');

    await panel.assignLead(id, { from: null, to: agentId });
    await expect(bell.button).toHaveAccessibleName('Notifications, 1 unread');
    await bell.button.click();
    await expect(bell.items).toHaveText([/Ada LovelaceAssigned to you by .+Unread$/]);
    expect(await audit(agent, 'notifications')).toEqual([]);

    // Within some seconds: an older one may not be committed yet.
    await bell.markRead.click();
    await expect(bell.items).toHaveText([/^Leads that others assign to you, due follow-ups/]);
    await expect(bell.button).toHaveAccessibleName('Notifications');
    await agent.keyboard.press('Escape');
    await expect(bell.popup).toHaveCount(0);
    await expect(bell.button).toBeFocused();
  });

  test('a notification opens its lead', async () => {
    const bell = new Bell(agent);
    await openStep(agent);
    await bell.button.click();
    await bell.newLeads.selectOption('Also those without an owner');
    await agent.keyboard.press('Escape');
    await create('Grace Hopper');
    await expect(bell.button).toHaveAccessibleName('Notifications, 1 unread');
    await bell.button.click();
    await bell.items.getByRole('link', { name: /Grace Hopper/ }).click();

    await expect(agent.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper');
    await expect(bell.popup).toHaveCount(0);
  });

  test('a hidden page shows a new lead in a notification of the browser, which opens it', async () => {
    const bell = new Bell(agent);
    await bell.recordNotifications();
    await agent.clock.install();
    await openStep(agent);
    await bell.button.click();
    await bell.newLeads.selectOption('Also those without an owner');
    // Not check(): the box is checked when the browser has answered.
    await bell.browserSwitch.click();
    await expect(bell.browserSwitch).toBeChecked();
    await agent.keyboard.press('Escape');
    await bell.hidePage();
    await create('Grace Hopper');
    await expect(async () => {
      await agent.clock.fastForward('00:16');
      expect(await bell.notified()).toEqual(['Grace Hopper: New lead']);
    }).toPass();

    await bell.clickNotified();
    await expect(agent.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper');
  });

  test('a browser whose pages cannot make notifications offers none', async () => {
    const bell = new Bell(agent);
    await bell.breakNotifications();
    await openStep(agent);
    await bell.button.click();
    await expect(bell.items).toHaveCount(1);
    await expect(bell.browserSwitch).toHaveCount(0);
  });

  test('a wait is amber from half of the target on, and red beyond it', {
    tag: '@full',
  }, async () => {
    const id = await create('Ada Lovelace');
    await letAgentsSee('all', '5');
    await agent.clock.install();
    const step = await openStep(agent);
    await expect(step.lead(id)).toContainText('New');
    await expect(step.lead(id)).not.toContainText(/contacted for/);

    await agent.clock.fastForward('03:00');
    await expect(step.lead(id)).toContainText(
      /Due soon, the target is 5 min: not contacted for \d min/,
    );
    await agent.clock.fastForward('03:00');
    await expect(step.lead(id)).toContainText(
      /Late, the target is 5 min: not contacted for \d min/,
    );
    expect(await audit(agent, 'a late lead')).toEqual([]);

    const list = new LeadsPage(agent);
    await list.open(slug);
    await agent.clock.fastForward('06:00');
    await expect(list.lead(id)).toContainText(
      /Late, the target is 5 min: not contacted for \d+ min/,
    );
    expect(await audit(agent, 'a late lead in the list')).toEqual([]);
  });

  test('the settings say what agents see, and have no faults of accessibility', async () => {
    await letAgentsSee('ownAndUnassigned', '15');
    expect(await audit(admin, 'company settings')).toEqual([]);

    await open(agent, `/${slug}/settings/company`);
    await expect(agent.getByRole('main')).toContainText('Their own and unassigned leads');
    await expect(agent.getByRole('main')).toContainText('Within 15 minutes');
  });
});
