import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { delayCalls, dropCalls } from './network.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { Shell } from './pages/shell.ts';

test('saves what is filtered as a view, comes back to it, shares, renames, deletes and restores it', async ({
  page,
  company,
  panel,
  send,
}) => {
  const [screen, shell] = [new LeadsPage(page), new Shell(page)];
  const name = unique('View');
  const shared = `${name} again Shared`;
  const { id, step } = await panel.createFunnel();
  const [ada] = await send(step.id, { name: 'Ada Lovelace' }, { name: 'Grace Hopper' });
  await panel.assignLead(ada?.id ?? '', { from: null, to: await panel.adminId() });
  await screen.open(company, `funnel=${id}&owner=me&q=ada`);
  await screen.saveView.click();
  await screen.viewName.fill(name);
  await screen.save.click();
  await expect(screen.view(name)).toHaveAttribute('aria-current', 'true');
  await expect(screen.saveView).toBeHidden();

  await test.step('what the tab showed last is shown again, until another view is chosen', async () => {
    await shell.go('Funnels');
    await expect(page).toHaveURL(/\/funnels$/);
    await shell.go('Leads');
    await expect(screen.view(name)).toHaveAttribute('aria-current', 'true');
    await expect(screen.names).toHaveText(['Ada Lovelace']);
    await screen.search.fill('');
    await expect(page.getByRole('button', { name: `Update ${name}` })).toBeVisible();
    await screen.view('All leads').click();
    await shell.go('Funnels');
    await expect(page).toHaveURL(/\/funnels$/);
    await shell.go('Leads');
    await expect(screen.view('All leads')).toHaveAttribute('aria-current', 'true');
    await expect(page).toHaveURL(/\/leads$/);
  });

  // A member who opens it is meant by "me", not the one who saved it.
  await screen.view(name).click();
  await expect(page).toHaveURL(new RegExp(`funnel=${id}&owner=me&q=ada&saved=[0-9a-f-]{36}$`));
  await expect(screen.names).toHaveText(['Ada Lovelace']);
  await expect(screen.search).toHaveValue('ada');
  await screen.menuOfView(name).click();
  await screen.item('Share with the company').click();
  await expect(screen.view(`${name} Shared`)).toBeVisible();
  await screen.menuOfView(name).click();
  await screen.item('Rename').click();
  await screen.viewName.fill(`${name} again`);
  await screen.save.click();

  await screen.menuOfView(`${name} again`).click();
  await screen.item('Delete').click();
  await expect(screen.view(shared)).toBeHidden();
  await expect(page).toHaveURL(/\/leads$/);
  await screen.undo.click();
  await screen.view(shared).click();
  await screen.menuOfView(`${name} again`).click();
  await screen.item('Delete').click();
  await expect(screen.view(shared)).toBeHidden();
});

test('says that a view was neither shared nor restored, and tries again', { tag: '@full' }, async ({
  page,
  company,
  panel,
}) => {
  const screen = new LeadsPage(page);
  const { toast } = new Shell(page);
  const name = unique('View');
  const { id } = await panel.createFunnel();
  await screen.open(company, `funnel=${id}`);
  await screen.saveView.click();
  await screen.viewName.fill(name);
  await screen.save.click();

  const share = await dropCalls(page, 'views.update');
  await screen.menuOfView(name).click();
  await screen.item('Share with the company').click();
  await expect(toast).toContainText(`${name} is not shared. The server cannot be reached`);
  await share();
  await toast.getByRole('button', { name: 'Retry' }).click();
  await expect(screen.view(`${name} Shared`)).toBeVisible();

  const restore = await dropCalls(page, 'views.create');
  const answer = await delayCalls(page, 'views.list');
  const isRead = page.waitForRequest(/views\.list/);
  await screen.menuOfView(name).click();
  await screen.item('Delete').click();
  await isRead;
  await expect(screen.menuOfView(name)).toBeHidden();
  await expect(screen.undo).toBeHidden();
  answer();
  await screen.undo.waitFor();
  expect(await screen.view(`${name} Shared`).count()).toBe(0);
  await screen.undo.click();
  await expect(toast.first()).toContainText(`${name} was not restored.`);
  await restore();
  await toast.getByRole('button', { name: 'Retry' }).click();
  await screen.view(`${name} Shared`).click();
  await screen.menuOfView(name).click();
  await screen.item('Delete').click();
  await expect(screen.view(`${name} Shared`)).toBeHidden();
});
