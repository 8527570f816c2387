import { expect, test } from 'vitest';
import {
  instantLength,
  jsonbField,
  textArrayField,
  textField,
  uuidField,
  writeInstant,
} from '#db/seed/grow/fields.ts';
import { RowBuffer } from '#db/seed/grow/row-buffer.ts';
import { withTestDatabase } from '#db/testing.ts';
import { copyRows } from './copy-rows.ts';

const database = withTestDatabase();
const options = 'format binary';
const id = '019f3c1e-5b7a-7c2d-9e40-1f2a3b4c5d6e';
const otherId = id.replace(/6e$/, '6f');
const time = Date.parse('2026-11-21T09:15:34.451Z');

function application(applicationId: string, slug: string, name: string | null): Buffer {
  const rows = new RowBuffer(3);
  rows.row();
  for (const field of [uuidField(applicationId), textField(slug), textField(name)]) rows.add(field);
  return rows.take();
}

const copy = (rows: Buffer) =>
  database.sql.begin((tx) =>
    copyRows(tx, { table: 'applications', columns: ['id', 'slug', 'name'], options }, rows),
  );

test('brings every kind of field over, and uses a buffer again', async () => {
  const columns = ['id', 'names', 'none', 'fields', 'at'];
  const instant = Buffer.alloc(instantLength);
  writeInstant(instant, 0, time);
  const rows = new RowBuffer(columns.length);
  const read = await database.sql.begin(async (tx) => {
    await tx`create temporary table kinds
      (id uuid, names text[], none text[], fields jsonb, at timestamptz) on commit drop`;
    for (const names of [['ü "王" 🌊', '', 'a,b'], []]) {
      rows.row();
      rows.add(Buffer.concat([uuidField(id), textArrayField(names), textArrayField([])]));
      rows.add(jsonbField({ newsletter: true }));
      rows.add(instant);
      await copyRows(tx, { table: 'kinds', columns, options }, rows.take());
    }
    return tx`select *, extract(epoch from at)::float8 * 1000 as at from kinds`;
  });

  const rest = { id, none: [], fields: { newsletter: true }, at: time };
  expect([...read]).toEqual([
    { ...rest, names: ['ü "王" 🌊', '', 'a,b'] },
    { ...rest, names: [] },
  ]);
});

test('brings text of any length over', async () => {
  const name = `a\tb\\n\\N\r\n${'王'.repeat(700_000)}`;
  await copy(application(id, 'any', name));

  expect([...(await database.sql`select slug, name from applications`)]).toEqual([
    { slug: 'any', name },
  ]);
});

test.each([
  ['a row that is there', application(id, 'twin', 'Twin'), /duplicate key/],
  ['no rows at all', Buffer.from('x\n'), /signature/],
  ['the absence of a value', application(otherId, 'none', null), /not-null/],
])('fails for %s, and lets the connection go', async (_, rows, said) => {
  await expect(copy(rows)).rejects.toThrow(said);

  const idle = await database.sql`
    select from pg_stat_activity where datname = current_database() and state like 'idle in%'`;
  expect(idle).toHaveLength(0);
});
