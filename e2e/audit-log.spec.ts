import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { clickIfVisible, dropCalls, fakeResponse } from './network.ts';
import { AuditLogPage } from './pages/audit-log-page.ts';
import { signIn } from './sign-in.ts';

const member = { id: '0198a1b2-0000-7000-8000-000000000001', name: 'Ada Lovelace' };
const entryOf = (index: number, change: object = {}) => ({
  id: `0198a1b2-0000-7000-8000-${String(index).padStart(12, '0')}`,
  action: 'session.signIn',
  actorKind: 'user',
  actorName: member.name,
  address: '203.0.113.9',
  subjectName: null,
  leadId: null,
  details: null,
  createdAt: '2026-03-04T05:06:07.089Z',
  ...change,
});

test('check 45: lists sign-ins, changes of keys and changes of leads with details, by who, what and when', async ({
  page,
  company,
  origin,
  memberOf,
  panel,
  send,
}) => {
  const log = new AuditLogPage(page);
  const name = unique('Maria');
  await signIn(origin, await memberOf('admin'));
  const key = await panel.createKey();
  await panel.deactivateKey(key.id);
  const funnel = await panel.createFunnel();
  const [lead] = await send(funnel.step.id, { name });
  const to = funnel.steps[1]?.id ?? '';
  await panel.changeLead(lead?.id ?? '', { status: { from: 'new', to: 'lost' } });
  await panel.moveLead(lead?.id ?? '', { from: funnel.step.id, to });

  await test.step('sign-ins with their address, by who', async () => {
    await log.open(company, '?what=signIns');
    await expect(log.entry('Signed in').first()).toContainText(/\d+\.\d+\.\d+\.\d+|::1/);
    await log.who.selectOption('Command line');
    await expect(page).toHaveURL(/who=system/);
    await expect(log.entry('Signed in')).toHaveCount(0);
    await log.clearFilters.click();
    await expect(page).toHaveURL(/audit-log$/);
    await expect(log.what.locator(':checked')).toHaveText('Everything');
  });

  await test.step('changes of a key, without its secret', async () => {
    await log.what.selectOption('API keys');
    await expect(page).toHaveURL(/\?what=keys$/);
    const deactivated = log.entry(`Deactivated the key ${key.name}`);
    await expect(deactivated).toHaveCount(1);
    await expect(deactivated.locator('time')).toHaveText(/just now|min ago/);
    const created = log.entry(`Created the key ${key.name}`);
    await expect(created.getByText('Send leads')).toBeHidden();
    await log.detailsOf(created).click();
    await expect(created.getByText('Send leads')).toBeVisible();
    await expect(created).toContainText(key.hint);
    await expect(log.table).not.toContainText(key.secret);
  });

  await test.step('changes of a lead, with a link, by when', async () => {
    await log.what.selectOption('Leads');
    await expect(log.entry(`Moved the lead ${name}`)).toHaveCount(1);
    const changed = log.entry(`Changed the lead ${name}`);
    await log.detailsOf(changed).click();
    await expect(changed).toContainText('New → became Lost');
    await log.since.fill('2999-01-31');
    await expect(page.getByRole('heading', { name: 'No entries match' })).toBeVisible();
    await log.since.fill('2020-01-31');
    await log.until.fill('2999-01-31');
    await expect(page).toHaveURL(/what=leads&from=2020-01-31&until=2999-01-31$/);
    await changed.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`/leads/${lead?.id}$`));
  });
});

test('pages through many entries and retries a failed page', { tag: '@full' }, async ({
  page,
  company,
}) => {
  const log = new AuditLogPage(page);
  const entries = Array.from({ length: 50 }, (_, index) => entryOf(index));
  const members = [member];
  // The list is read again when the stream opens, which would cancel the fetch of a further page.
  await dropCalls(page, 'changes.follow');
  await log.open(company);
  await fakeResponse(page, 'audit.list', { items: entries, members, nextCursor: 'more' });
  await log.what.selectOption('Sign-ins');
  await expect(log.entry(member.name)).toHaveCount(50);

  const restore = await dropCalls(page, 'audit.list');
  await log.showMore.scrollIntoViewIfNeeded();
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible();
  await fakeResponse(page, 'audit.list', { items: [entryOf(77)], members, nextCursor: null });
  await restore();
  await clickIfVisible(page.getByRole('button', { name: 'Retry' }));
  await expect(log.entry(member.name)).toHaveCount(51);
  await expect(log.showMore).toBeHidden();
});

test('shows an unknown action unchanged and markup as text', { tag: '@full' }, async ({
  page,
  company,
}) => {
  const log = new AuditLogPage(page);
  const bad = '<img src=x onerror=document.title="broken">';
  const items = [entryOf(1, { action: 'moons.rise', subjectName: bad, details: { [bad]: bad } })];
  await log.open(company);
  await fakeResponse(page, 'audit.list', { items, members: [member], nextCursor: null });
  await log.what.selectOption('Members');

  await expect(log.entries).toHaveCount(1);
  await log.detailsOf(log.entries).click();
  await expect(log.entries).toContainText(`moons.rise ${bad}`);
  await expect(page.getByRole('main').locator('img')).toHaveCount(0);
});

for (const role of ['agent', 'viewer'] as const) {
  test.describe(role, { tag: [`@${role}`, '@full'] }, () => {
    test.use({ role });

    test('sees who can view the log', async ({ page, company }) => {
      const log = new AuditLogPage(page);
      await log.open(company);

      await expect(log.forbidden).toBeVisible();
      await expect(log.entries).toHaveCount(0);
      await expect(log.what).toHaveCount(0);
    });
  });
}
