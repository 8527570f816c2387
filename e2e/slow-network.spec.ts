import { expect, test } from './fixtures.ts';
import { delayCalls, delayPages, dropCalls } from './network.ts';
import { BoardPage } from './pages/board-page.ts';
import { FunnelPage } from './pages/funnel-page.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { Shell } from './pages/shell.ts';
import { StepPage } from './pages/step-page.ts';

const maria = {
  name: 'Maria Silva',
  phones: ['+55 11 98765-4321', '+55 21 91234-5678'],
  email: 'maria@example.test',
  campaignName: 'Spring',
};

test('a click on a lead shows what the list knows while the server has not answered', {
  tag: '@full',
}, async ({ page, company, panel, send }) => {
  const list = new StepPage(page);
  const detail = new LeadPage(page);
  const { id, step, name } = await panel.createFunnel();
  const [lead] = await send(step.id, maria);
  await list.open(company, id, step.id);
  const release = await delayPages(page);
  await list.names.getByRole('link').click();

  await expect(detail.heading).toHaveText('Maria Silva');
  await expect(page).toHaveURL(`/${company}/leads/${lead?.id}`);
  await expect(detail.section('Contact')).toContainText('+55 11 98765 4321');
  await expect(detail.section('Contact')).toContainText('5521912345678');
  await expect(detail.section('Contact')).toContainText('maria@example.test');
  await expect(detail.section('Attribution')).toContainText('SourceOther');
  await expect(detail.select('Status')).toHaveText('New');
  await expect(detail.select('Step')).toHaveText('First');
  await expect(new Shell(page).main).toContainText(`In First of ${name} · received just now`);
  await expect(new Shell(page).breadcrumbs).toHaveText(
    new RegExp(`Funnels/${name}/First/Maria Silva$`),
  );
  await expect(page.getByRole('status').filter({ hasText: 'Loading the lead' })).toBeVisible();
  await expect(list.leads).toHaveCount(0);

  await page.goBack();
  await expect(list.names).toHaveText(['Maria Silva']);
  await expect(page).toHaveURL(`/${company}/funnels/${id}/steps/${step.id}`);
  await list.names.getByRole('link').click();
  await expect(detail.heading).toHaveText('Maria Silva');
  release();
  await expect(detail.timeline).toHaveText([/^Created in First/]);
  await expect(detail.heading).toHaveText('Maria Silva');
  await expect(detail.select('Status')).toBeEnabled();
});

test('a lead is fetched once, and stays when a change is under way', { tag: '@full' }, async ({
  page,
  company,
  panel,
  send,
}) => {
  const list = new StepPage(page);
  const detail = new LeadPage(page);
  const { id, step } = await panel.createFunnel();
  const [lead] = await send(step.id, maria);
  /* The stream begins with a change, which makes screens fetch again; so does data older than 5 s. */
  await dropCalls(page, 'changes.follow');
  await page.clock.setFixedTime(Date.now());
  await list.open(company, id, step.id);
  const fetched: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(lead?.id ?? '-') || /[/,]leads\.get/.test(pathname))
      fetched.push(pathname);
  });
  const release = await delayCalls(page, 'leads.(get|update)');
  await list.names.getByRole('link').click();
  await expect(detail.timeline).toHaveText([/^Created in First/]);

  await detail.select('Status').selectOption('Lost');
  await expect(detail.select('Status')).toHaveValue('lost');
  await expect(detail.timeline).toHaveText([/^Created in First/]);
  expect(fetched).toEqual([`/${company}/leads/${lead?.id}`]);
  release();
  await expect(detail.timeline.first()).toContainText('Status changed from New to Lost');

  await page.goBack();
  await expect(list.names).toHaveText(['Maria Silva']);
  fetched.length = 0;
  await list.names.getByRole('link').click();
  await expect(detail.timeline.first()).toContainText('Status changed from New to Lost');
  await expect(detail.select('Status')).toHaveValue('lost');
  expect(fetched).toEqual([`/${company}/leads/${lead?.id}`]);
});

test('a link shows that it is pending while the server has not answered', { tag: '@full' }, async ({
  page,
  company,
  panel,
}) => {
  const shell = new Shell(page);
  const funnels = new FunnelsPage(page);
  const funnel = new FunnelPage(page);
  const pending = (container: typeof shell.main) => container.getByTestId('link-pending');
  const { name } = await panel.createFunnel();
  await funnels.open(company);
  let release = await delayPages(page);
  await funnels.link(name).click();
  await expect(pending(funnels.link(name))).toBeVisible();
  release();
  const board = new BoardPage(page);
  await expect(board.columns).toHaveCount(2);
  await board.tab('Steps').click();
  await expect(funnel.stepLinks).toHaveCount(2);

  release = await delayPages(page);
  await funnel.stepLinks.first().click();
  await expect(pending(funnel.stepLinks.first())).toBeVisible();
  release();
  await expect(shell.heading).toHaveText('First');

  release = await delayPages(page);
  await shell.go('Funnels');
  await expect(pending(shell.navigation)).toBeVisible();
  release();
  await expect(shell.heading).toHaveText('Funnels');
  await expect(pending(shell.navigation)).toHaveCount(0);

  await delayPages(page);
  await shell.go('API keys');
  const skeleton = page.getByRole('status').filter({ hasText: 'Loading API keys' });
  await expect(pending(shell.navigation).or(skeleton).first()).toBeVisible();
});
