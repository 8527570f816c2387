import { expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { copyRows, field } from './copy-rows.ts';

const database = withTestDatabase();
const copy = (rows: string) =>
  database.sql.begin((tx) => copyRows(tx, 'applications', 'id, slug, name', rows));
const id = '019f3c1e-5b7a-7c2d-9e40-1f2a3b4c5d6e';

test('brings any text over', async () => {
  const name = 'a\tb\\n\\N\r\nü 王 🌊 \\.';
  await copy(`${id}\tany\t${field(name)}\n`);

  expect([...(await database.sql`select slug, name from applications`)]).toEqual([
    { slug: 'any', name },
  ]);
});

test.each([
  ['a row that is there', `${id}\ttwin\tTwin\n`, /duplicate key/],
  ['a malformed row', 'x\n', /invalid input syntax|missing data/],
  ['the absence of a value', `${id.replace(/6e$/, '6f')}\tnone\t${field(null)}\n`, /not-null/],
])('fails for %s, and lets the connection go', async (_, rows, said) => {
  await expect(copy(rows)).rejects.toThrow(said);

  const idle = await database.sql`
    select from pg_stat_activity where datname = current_database() and state like 'idle in%'`;
  expect(idle).toHaveLength(0);
});
