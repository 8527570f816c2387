import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { readClipboard } from './helpers.ts';
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
