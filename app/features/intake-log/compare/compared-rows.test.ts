import { expect, test } from 'vitest';
import { addCalls, type ComparedRow, compareCalls } from './compared-rows.ts';

const rowsOf = (amount: number, cells: (n: number) => string[]): ComparedRow[] =>
  Array.from({ length: amount }, (_, n) => ({ row: n + 2, id: String(n), cells: cells(n) }));

test.each([
  ['ids', (n: number) => [String(n)], {}],
  ['quotes', () => ['"'.repeat(100)], { name: 0 }],
  ['other letters', () => ['ã'.repeat(100)], { name: 0 }],
])('sends all rows in order, in bodies that the panel takes: %s', (_, cells, columns) => {
  const rows = rowsOf(40_000, cells);
  const calls = [...compareCalls(rows, columns)];

  expect(calls.flatMap((call) => call.rows)).toEqual(rows);
  for (const { input } of calls) {
    expect(Buffer.byteLength(JSON.stringify(input))).toBeLessThan(256 * 1_024);
  }
});

test('sends columns that are chosen, and no other', () => {
  const [call] = compareCalls(
    rowsOf(1, () => ['7', 'Ana', 'Santos']),
    { id: 0, name: 1 },
  );

  expect(call?.input).toEqual({ ids: ['0'], name: ['Ana'] });
});

test('adds a row with what is compared under its name, and other cells under their headers', () => {
  const headers = ['id', 'full_name', 'tel', 'email', 'city', 'empty'];
  const rows = rowsOf(1, () => ['7', 'Ana', '11 98765-4321', '', 'Santos', '']);
  const [call] = addCalls(rows, headers, { id: 0, name: 1, phones: 2, email: 3 });

  expect(call).toEqual([
    {
      row: 2,
      externalLeadId: '0',
      values: { name: 'Ana', phones: '11 98765-4321', city: 'Santos' },
    },
  ]);
});
