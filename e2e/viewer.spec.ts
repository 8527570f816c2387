import type { Locator } from '@playwright/test';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { BoardPage } from './pages/board-page.ts';
import { FunnelPage } from './pages/funnel-page.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { KeyPage } from './pages/key-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { LeadWork } from './pages/lead-work.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { open } from './pages/open.ts';
import { Shell } from './pages/shell.ts';

test.describe.configure({ timeout: 300_000 });
test.use({ role: 'viewer' });

const none = (...controls: Locator[]) =>
  Promise.all(controls.map((control) => expect(control).toHaveCount(0)));

/* What the server refuses them is in the table of callers. */
test('a viewer is offered no change on the screens of funnels, leads and keys', {
  tag: '@viewer',
}, async ({ page, company, panel, send }) => {
  const funnel = await panel.createFunnel();
  const key = await panel.createKey();
  const [sent] = await send(funnel.step.id, { name: 'Maria Silva', phones: ['+55 11 98765-4321'] });
  const id = sent?.id ?? '';
  const menus = page.getByRole('button', { name: /^Actions for/ });

  await test.step('funnels, a board and its steps', async () => {
    const [funnels, board, steps] = [
      new FunnelsPage(page),
      new BoardPage(page),
      new FunnelPage(page),
    ];
    await funnels.open(company);
    await expect(funnels.row(funnel.name)).toBeVisible();
    await expect(funnels.readOnlyNote).toBeVisible();
    await none(funnels.newFunnel, menus);

    await funnels.link(funnel.name).click();
    await board.link(id).focus();
    await page.keyboard.press('m');
    await none(board.moveButton(id), board.menu);
    await board.card(id).hover();
    await expect(board.card(id)).not.toHaveAttribute('draggable', 'true');

    await board.tab('Steps').click();
    await expect(steps.readOnlyNote).toBeVisible();
    await expect(steps.copyStepId(funnel.step.id)).toBeVisible();
    await none(steps.addStep, menus, page.getByRole('button', { name: /^Move / }));
  });

  await test.step('leads', async () => {
    const [leads, lead] = [new LeadsPage(page), new LeadPage(page)];
    await new Shell(page).go('Leads');
    await expect(leads.lead(id)).toBeVisible();
    await none(page.getByRole('checkbox'), leads.export);
    const answer = await page.request.get(`/${company}/leads/export`);
    expect([answer.status(), await answer.text()]).toEqual([403, 'Viewers may not export leads\n']);

    await lead.open(company, id);
    await expect(lead.readOnlyNote).toBeVisible();
    await expect(lead.section('Status and step')).toContainText('StatusNew');
    await none(page.getByRole('combobox'), new LeadWork(page).actions);
    expect(await audit(page, 'lead of a viewer')).toEqual([]);
  });

  await test.step('keys', async () => {
    const [keys, screen] = [new ApiKeysPage(page), new KeyPage(page)];
    await keys.open(company);
    await expect(keys.row(key.name)).toBeVisible();
    await expect(keys.readOnlyNote).toBeVisible();
    await none(keys.create, menus);
    await keys.row(key.name).getByRole('link', { name: key.name }).click();
    await expect(screen.section('What it may do')).toBeVisible();
    await none(screen.actions);
    await expect(page.getByText('Only admins of this company can change or')).toBeVisible();
  });
});

test('the screens of a viewer have no accessibility problems', {
  tag: ['@viewer', '@full'],
}, async ({ page, company, panel, send }) => {
  const funnel = await panel.createFunnel();
  const later = funnel.steps[1]?.id;
  await send(funnel.step.id, { name: 'Maria Silva', phones: ['+55 11 98765-4321'] });
  const key = await panel.createKey();
  const found: string[] = [];
  for (const path of [
    'funnels',
    `funnels/${funnel.id}`,
    `funnels/${funnel.id}/steps`,
    `funnels/${funnel.id}/steps/${later}`,
    'settings/api-keys',
    `settings/api-keys/${key.id}`,
    'settings/audit-log',
  ]) {
    await open(page, `/${company}/${path}`);
    found.push(...(await audit(page, path)));
  }

  expect(found).toEqual([]);
});
