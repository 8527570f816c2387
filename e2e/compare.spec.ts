import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { dropCalls } from './network.ts';
import { ComparePage } from './pages/compare-page.ts';
import { IntakeLogPage } from './pages/intake-log-page.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { Shell } from './pages/shell.ts';

const person = (id: string, name: string) => ({
  externalLeadId: id,
  name,
  phones: ['+55 11 98765-4321'],
  email: `${name.toLowerCase()}@example.test`,
});

/** As Meta's export: UTF-16 with tabs, and marks before values. */
const metaExport = (people: readonly ReturnType<typeof person>[]) => {
  const lines = people.map(({ externalLeadId, name, phones, email }) =>
    [`l:${externalLeadId}`, 'Spring', name, `p:${phones[0]}`, email].join('\t'),
  );
  const head = 'id\tcampaign_name\tfull_name\tphone_number\temail';
  return Buffer.from(`\uFEFF${[head, ...lines].join('\n')}\n`, 'utf16le');
};

const text = (content: string, name = 'leads.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
});

test('an export reconciled: what is missing is found and added, and the lead says from where', async ({
  page,
  company,
  panel,
  send,
}, testInfo) => {
  const compare = new ComparePage(page);
  const funnel = await panel.createFunnel();
  const key = await panel.createKey();
  const first = randomInt(1e14);
  const people = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva'].map((name, index) =>
    person(String(first + index), name),
  );
  const [ana, bia, caio, , eva] = people;
  if (!ana || !bia || !caio || !eva) throw new Error('Five people are needed');
  await send(funnel.step.id, ana, { ...caio, email: 'other@example.test' }, eva);
  const path = testInfo.outputPath('meta.csv');
  await writeFile(path, metaExport(people));

  await compare.open(company, `?key=${key.id}&step=${funnel.step.id}`);
  await compare.drop({ name: 'meta.csv', path });
  await expect(compare.figures).toHaveText(['2 missing', '1 different', '2 present']);
  await expect(compare.column('ID')).toHaveValue('0');
  await expect(compare.missing).toHaveText([/Bia/, /Davi/]);
  await expect(compare.different).toHaveText([/Caio.*other@example.test.*caio@example.test/]);
  await expect(compare.key.locator('option:checked')).toHaveText(key.name);
  await expect(compare.step).toHaveValue(funnel.step.id);
  expect(await audit(page, 'a comparison')).toEqual([]);

  await compare.add.click();
  await expect(page.getByText('2 leads added.')).toBeVisible();
  await expect(compare.figures).toHaveText(['0 missing', '1 different', '4 present']);
  await expect(compare.add).toBeHidden();

  await new Shell(page).go('Leads');
  const leads = new LeadsPage(page);
  await expect(leads.names.filter({ hasText: 'Davi' })).toBeVisible();
  await leads.names.filter({ hasText: 'Bia' }).click();
  await expect(page.getByText('Added from meta.csv')).toBeVisible();
});

test('what cannot be compared or added is said: shortened IDs, an Excel file, no ID, a refused row', async ({
  page,
  company,
  panel,
  send,
}) => {
  const compare = new ComparePage(page);
  const funnel = await panel.createFunnel();
  const key = await panel.createKey();
  const ids = unique('id').replaceAll(' ', '-');
  await send(funnel.step.id, person(`${ids}-1`, 'Ana'));
  await compare.open(company, `?key=${key.id}`);

  await test.step('a pasted list', async () => {
    await compare.pasted.fill(`${ids}-1\n${ids}-2, ${ids}-2\n1.23457E+17`);
    await compare.compare.click();
    await expect(compare.figures).toHaveText(['1 missing', '0 different', '1 present']);
    await expect(compare.notCompared).toContainText('A spreadsheet has shortened the IDs in row 4');
    await expect(compare.notCompared).toContainText('The ID is in an earlier row too: row 3');
    await expect(compare.add).toBeHidden();
    await compare.compareAnother.click();
    await expect(compare.pasted).toHaveValue(/1\.23457E\+17$/);
  });

  await test.step('an Excel file, and another one instead', async () => {
    await compare.file.setInputFiles(text('PK\u0003\u0004', 'leads.xlsx'));
    await expect(compare.error).toHaveText(/save it as CSV/);
    expect(await audit(page, 'an Excel file')).toEqual([]);
    await compare.file.setInputFiles(text(`form;where\n7;Santos\n`));
    await expect(compare.column('ID')).toHaveAccessibleDescription(/No column is named like an ID/);
    await expect(compare.compare.last()).toBeDisabled();
    await compare.column('ID').selectOption('form');
    await compare.compare.last().click();
    await expect(compare.figures).toHaveText([/missing/, /different/, /present/]);
    await expect(compare.missing).toHaveText([/7/]);
  });

  await test.step('a row that is refused', async () => {
    await compare.add.click();
    await expect(compare.missing).toHaveText([/name: is required/]);
  });
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/Failed to fetch/] });

  test('nothing is lost: the file is compared once the server answers', { tag: '@full' }, async ({
    page,
    company,
  }) => {
    const compare = new ComparePage(page);
    await compare.open(company);
    const restore = await dropCalls(page, 'comparison.compare');
    await compare.file.setInputFiles(text(`id,name\n${unique('id')},Ana\n`));
    await expect(page.getByRole('progressbar', { name: 'Comparing' })).toBeVisible();
    await restore();

    await expect(compare.figures).toHaveText(['1 missing', '0 different', '0 present']);
  });
});

test.describe('as a viewer', () => {
  test.use({ role: 'viewer' });

  test('sees that admins compare exports', { tag: ['@viewer', '@full'] }, async ({
    page,
    company,
  }) => {
    const log = new IntakeLogPage(page);
    await log.open(company);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Did everything arrive?' })).toBeHidden();

    const compare = new ComparePage(page);
    await compare.open(company);
    await expect(compare.readOnlyNote).toBeVisible();
    await expect(compare.file).toHaveCount(0);
  });
});
