import type { Locator } from '@playwright/test';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { readClipboard } from './helpers.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { AuditLogPage } from './pages/audit-log-page.ts';
import { BoardPage } from './pages/board-page.ts';
import { FunnelPage } from './pages/funnel-page.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { KeyPage } from './pages/key-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { LeadWork } from './pages/lead-work.ts';
import { LeadsPage } from './pages/leads-page.ts';

test.describe.configure({ timeout: 300_000 });
test.use({ role: 'viewer' });

const none = (...controls: Locator[]) =>
  Promise.all(controls.map((control) => expect(control).toHaveCount(0)));

/* What the server refuses them is in the table of callers. */
test('a viewer is offered no change on any screen of funnels and leads', {
  tag: '@viewer',
}, async ({ page, context, company, panel, send }) => {
  const funnel = await panel.createFunnel();
  const [sent] = await send(funnel.step.id, { name: 'Maria Silva', phones: ['+55 11 98765-4321'] });
  const id = sent?.id ?? '';
  const menus = page.getByRole('button', { name: /^Actions for/ });

  const funnels = new FunnelsPage(page);
  await funnels.open(company);
  await expect(funnels.row(funnel.name)).toBeVisible();
  await expect(funnels.readOnlyNote).toBeVisible();
  await none(funnels.newFunnel, menus);
  const found = await audit(page, 'funnels');

  const steps = new FunnelPage(page);
  await steps.open(company, funnel.id);
  await expect(steps.readOnlyNote).toBeVisible();
  await none(steps.addStep, menus, page.getByRole('button', { name: /^Move / }));
  await steps.copyStepId(funnel.step.id).click();
  await expect(steps.copyStepId(funnel.step.id)).toHaveAttribute('data-copied');
  expect(await readClipboard(context)).toBe(funnel.step.id);
  found.push(...(await audit(page, 'funnel')));

  const board = new BoardPage(page);
  await board.open(company, funnel.id);
  await board.link(id).focus();
  await page.keyboard.press('m');
  await none(board.moveButton(id), board.menu);
  await board.card(id).hover();
  await expect(board.card(id)).not.toHaveAttribute('draggable', 'true');
  found.push(...(await audit(page, 'board')));

  const leads = new LeadsPage(page);
  await leads.open(company, `funnel=${funnel.id}`);
  await expect(leads.names).toHaveText(['Maria Silva']);
  await none(page.getByRole('checkbox'), leads.export);
  const answer = await page.request.get(`/${company}/leads/export`);
  expect([answer.status(), await answer.text()]).toEqual([403, 'Viewers may not export leads\n']);

  const lead = new LeadPage(page);
  await lead.open(company, id);
  await expect(lead.readOnlyNote).toBeVisible();
  await expect(lead.section('Status and step')).toContainText('StatusNew');
  await none(page.getByRole('combobox'), new LeadWork(page).actions);
  found.push(...(await audit(page, 'lead')));

  expect(found).toEqual([]);
});

test('a viewer is offered no change on the screens of keys, and no audit log', {
  tag: '@viewer',
}, async ({ page, company, panel }) => {
  const key = await panel.createKey();
  const keys = new ApiKeysPage(page);
  await keys.open(company);
  await expect(keys.row(key.name)).toBeVisible();
  await expect(keys.readOnlyNote).toBeVisible();
  await none(keys.create, page.getByRole('button', { name: /^Actions for/ }));
  const found = await audit(page, 'API keys');

  const screen = new KeyPage(page);
  await screen.open(company, key.id);
  await expect(screen.section('What it may do')).toBeVisible();
  await none(screen.actions);
  await expect(page.getByText('Only admins of this company can change or')).toBeVisible();

  await new AuditLogPage(page).open(company);
  found.push(...(await audit(page, 'audit log')));

  expect(found).toEqual([]);
});
