import { expect, test } from 'vitest';
import { comparedRows } from './compared-rows.ts';
import { guessColumns, maxFileBytes, readFile, readPasted } from './read-file.ts';

const fileOf = (...parts: BlobPart[]) => new File(parts, 'leads.csv');

function utf16(text: string, { isBigEndian = false } = {}) {
  const bytes = new DataView(new ArrayBuffer(2 * text.length));
  for (let index = 0; index < text.length; index += 1) {
    bytes.setUint16(2 * index, text.charCodeAt(index), !isBigEndian);
  }
  return bytes;
}

const withMark = '\uFEFF';
const csv = 'id,full_name,email\r\n123,João,joao@example.com\r\n';
const table = {
  name: 'leads.csv',
  headers: ['id', 'full_name', 'email'],
  rows: [{ row: 2, cells: ['123', 'João', 'joao@example.com'] }],
};

test.each([
  ['UTF-8', fileOf(csv)],
  ['UTF-8 with a byte order mark', fileOf(withMark, csv)],
  ['UTF-16 LE', fileOf(utf16(withMark + csv))],
  ['UTF-16 BE', fileOf(utf16(withMark + csv, { isBigEndian: true }))],
  ['UTF-16 LE without a mark', fileOf(utf16(csv))],
  ['UTF-16 BE without a mark', fileOf(utf16(csv, { isBigEndian: true }))],
  ['windows-1252', fileOf(new Uint8Array(Array.from(csv, (sign) => sign.charCodeAt(0))))],
  ['semicolons', fileOf(csv.replaceAll(',', ';'))],
  ['tabs', fileOf(csv.replaceAll(',', '\t'))],
  ['quotes', fileOf('"id","full_name","email"\n"123","João","joao@example.com"')],
])('reads %s', async (_, file) => {
  expect(await readFile(file)).toEqual(table);
});

test("reads Meta's export: UTF-16 with tabs, and marks before values", async () => {
  const meta = [
    ...['id\tcreated_time\tad_id\tform_id\tplatform\tfull_name\tphone_number\temail'],
    ...['l:1234567890123456\t2026-11-01T10:00:00-03:00\tag:23849853425890183\tf:447333180259108'],
  ].join('\n');
  const file = fileOf(utf16(`${withMark}${meta}\tfb\tMaria Silva\tp:+5511987654321\ta@b.co\n`));
  const read = await readFile(file);

  expect(read.rows).toEqual([
    {
      row: 2,
      cells: [
        '1234567890123456',
        '2026-11-01T10:00:00-03:00',
        '23849853425890183',
        '447333180259108',
        'fb',
        'Maria Silva',
        '+5511987654321',
        'a@b.co',
      ],
    },
  ]);
  expect(guessColumns(read)).toEqual({ id: 0, name: 5, phones: 6, email: 7 });
});

test('reads line breaks and separators in quotes, and counts rows as a spreadsheet does', async () => {
  const { rows } = await readFile(fileOf('id;nome\n1;"Ana\nLima; Dra."\n\n2;Bia\n'));

  expect(rows).toEqual([
    { row: 2, cells: ['1', 'Ana\nLima; Dra.'] },
    { row: 4, cells: ['2', 'Bia'] },
  ]);
});

test('reads a file in pieces as a whole, and says how far it is', async () => {
  const count = 300_000;
  const lines = Array.from({ length: count }, (_, index) => `${index},"Name\n${index}"`);
  const shares: number[] = [];
  const { rows } = await readFile(fileOf(`id,name\n${lines.join('\n')}`), (share) =>
    shares.push(share),
  );

  expect(rows).toHaveLength(count);
  expect(rows.every(({ cells }, index) => cells[1] === `Name\n${index}`)).toBe(true);
  expect(shares.length).toBeGreaterThan(1);
  expect(shares.at(-1)).toBe(1);
});

test('names columns that have no name, or one that is there already', async () => {
  const { headers } = await readFile(fileOf('id,,phone,phone\n1,2,3,4'));

  expect(headers).toEqual(['id', 'Column 2', 'phone', 'phone 4']);
});

test.each([
  ['no bytes', fileOf(''), 'There are no leads in this file'],
  ['blank lines', fileOf('\n\n'), 'There are no leads in this file'],
  ['only headers', fileOf('id,name\n'), 'There are no leads in this file'],
  ['an xlsx', fileOf(new Uint8Array([0x50, 0x4b, 3, 4, 20, 0])), 'save it as CSV'],
  ['an xls', fileOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1])), 'save it as CSV'],
  [
    'bytes',
    fileOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 4, 5, 6, 7, 8])),
    'not a CSV',
  ],
])('refuses %s', async (_, file, message) => {
  await expect(readFile(file)).rejects.toThrow(message);
});

test('refuses a file over the bound without reading it', async () => {
  const file = Object.defineProperty(fileOf('id'), 'size', { value: maxFileBytes + 1 });

  await expect(readFile(file)).rejects.toThrow('larger than 100 MB');
});

test.each([
  ['lines', '1\n2\r\n\n3'],
  ['commas', '1, 2,3'],
  ['semicolons and quotes', '"1";"2";"3"'],
  ['a name above', 'lead_id\n1\n2\n3'],
  ['cells of a spreadsheet', 'Lead ID\tName\n1\tAna\n2\tBia\n3\tCaio'],
])('reads ids that are pasted: %s', async (_, text) => {
  const { rows } = await readPasted(text);

  expect(rows.map(({ cells }) => cells[0])).toEqual(['1', '2', '3']);
});

test('takes a file of one column without a name for a list of ids', async () => {
  expect((await readFile(fileOf('11\n12'))).rows.map(({ cells }) => cells)).toEqual([
    ['11'],
    ['12'],
  ]);
});

test.each([
  ['Lead ID,Full name,User phone,User email', { id: 0, name: 1, phones: 2, email: 3 }],
  ['Nome Completo;E-mail;Celular;ID do lead', { id: 3, name: 0, phones: 2, email: 1 }],
  ['token|Your name|Seu telefone|Endereço de e-mail', { id: 0, name: 1, phones: 2, email: 3 }],
  ['external_id,lead_id,id,phone', { id: 2, phones: 3 }],
  ['campaign_id,form_id,city', {}],
])('guesses the columns of %s', async (line, columns) => {
  expect(guessColumns(await readFile(fileOf(`${line}\n1,2;3|4`)))).toEqual(columns);
});

test('leaves out rows without an id, with one that came before, or with a shortened one', async () => {
  const ids = ['7', '', '7', '1.23457E+17', '1,2E+17', `${'x'.repeat(501)}`, '8'];
  const { rows, leftOut } = comparedRows(
    await readFile(fileOf(`name;id\n${ids.map((id) => `Ana;${id}`).join('\n')}`)),
    1,
  );

  expect(rows.map(({ row, id }) => [row, id])).toEqual([
    [2, '7'],
    [8, '8'],
  ]);
  expect(leftOut).toEqual({ noId: [3, 7], twice: [4], shortened: [5, 6] });
});

test('sees that a spreadsheet has rounded long ids', async () => {
  const rounded = ['1', '2', '3', '4', '5'].map((digit) => `12345678901234${digit}000`);
  const leftOutOf = async (ids: string[]) =>
    comparedRows(await readPasted(ids.join('\n')), 0).leftOut.shortened.length;

  expect(await leftOutOf(rounded)).toBe(5);
  expect(await leftOutOf(rounded.slice(1))).toBe(0);
  expect(await leftOutOf([...rounded, '123456789012345678'])).toBe(0);
});
