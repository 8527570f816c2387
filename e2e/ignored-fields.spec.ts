import { postLead, sendLead } from './api.ts';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { readClipboard } from './helpers.ts';
import { dropCalls } from './network.ts';
import { KeyPage } from './pages/key-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { Shell } from './pages/shell.ts';

const gclid = `Cj0KCQiA${'x'.repeat(80)}_wcB`;
const full = {
  name: 'Maria Silva',
  email: 'maria@example.test',
  message: Array.from({ length: 30 }, (_, n) => `Line ${n + 1} of what Maria wrote`).join('\n'),
  utmSource: 'newsletter',
  utmMedium: 'email',
  gclid,
  ttclid: 'short-tiktok',
  city: 'Lisbon',
  company: { name: 'Acme' },
};

test('shows message, click IDs, overruled rules and ignored fields of a lead', async ({
  page,
  context,
  company,
  panel,
  send,
}) => {
  test.setTimeout(120_000);
  const screen = new LeadPage(page);
  const { step } = await panel.createFunnel();
  const [lead] = await send(step.id, full);
  await screen.open(company, lead?.id ?? '');

  const message = screen.section('Message');
  const last = message.getByText('Line 30');
  await expect(message).toContainText('Line 1 of what Maria wrote\nLine 2', { useInnerText: true });
  const folded = await message.boundingBox();
  await message.getByRole('button', { name: 'Show all' }).click();
  await expect(last).toBeVisible();
  expect((await message.boundingBox())?.height).toBeGreaterThan((folded?.height ?? 0) + 200);
  await message.getByRole('button', { name: 'Show less' }).click();
  await expect.poll(async () => (await message.boundingBox())?.height).toBe(folded?.height);

  const attribution = screen.section('Attribution');
  await expect(attribution).toContainText('Decided by: UTM parameters');
  await expect(attribution.getByRole('listitem')).toHaveText([
    'Google click ID (Google, CPC, Paid search)',
    'TikTok click ID (TikTok, Paid social, Paid social)',
  ]);
  await expect(attribution).toContainText('TikTok click IDshort-tiktok');
  await expect(attribution).not.toContainText(gclid);
  await attribution.getByRole('button', { name: 'Copy Google click ID' }).click();
  await expect(new Shell(page).announcement).toHaveText('Copied');
  expect(await readClipboard(context)).toBe(gclid);

  await expect(screen.section('Ignored fields')).toContainText(
    'Also sent: city, company; not read.',
  );
  expect(await audit(page, 'lead with everything')).toEqual([]);
});

test('keeps an ignored field, shows it on the next lead, and stops keeping it', async ({
  page,
  company,
  panel,
  api,
}) => {
  test.setTimeout(120_000);
  const screen = new KeyPage(page);
  const section = screen.section('Ignored fields');
  const { step } = await panel.createFunnel();
  const key = await panel.createKey();
  const call = { stepId: step.id, secret: key.secret };
  const ignoredIn = async () =>
    (await postLead(api, call, full)).headers()['x-ignored-fields'] ?? '';
  await screen.open(company, key.id);
  await expect(section).toContainText('No ignored fields');
  expect(await audit(page, 'no ignored fields')).toEqual([]);

  expect(await ignoredIn()).toBe('city, company');
  await expect(screen.ignoredFields).toHaveText([
    /^cityIn 1 request, last/,
    /^companyIn 1 request, last/,
  ]);
  expect(await audit(page, 'ignored fields')).toEqual([]);

  const restore = await dropCalls(page, 'apiKeys.saveMapping');
  await screen.keep('city').click();
  await expect(section.getByRole('alert')).toBeVisible();
  await restore();
  await screen.keep('city').click();
  await expect(screen.stopKeeping('city')).toBeFocused();
  await expect(new Shell(page).announcement).toHaveText('“city” is kept from now on');
  await expect(screen.ignoredFields.first()).toHaveText(/^cityCustom field/);
  expect(await audit(page, 'a kept field')).toEqual([]);

  await expect.poll(ignoredIn).toBe('company');
  const { id } = await sendLead(api, call, full);
  const lead = new LeadPage(page);
  await lead.open(company, id);
  await expect(lead.section('Custom fields')).toContainText('cityLisbon');
  await expect(lead.section('Ignored fields')).toContainText('Also sent: company; not read.');

  await screen.open(company, key.id);
  await screen.stopKeeping('city').click();
  await expect(screen.keep('city')).toBeFocused();
  await expect.poll(ignoredIn).toBe('city, company');
});
