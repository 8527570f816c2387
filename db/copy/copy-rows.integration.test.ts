import { expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { copyRows } from './copy-rows.ts';

const database = withTestDatabase();
const id = '019f3c1e-5b7a-7c2d-9e40-1f2a3b4c5d6e';
const otherId = id.replace(/6e$/, '6f');

const escaped = (text: string) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');

/** In the text format; `null` is written as `\N`. */
const application = (applicationId: string, slug: string, name: string | null) =>
  Buffer.from(`${applicationId}\t${slug}\t${name === null ? '\\N' : escaped(name)}\n`);

const copy = (rows: Buffer) =>
  database.sql.begin((tx) =>
    copyRows(tx, { table: 'applications', columns: ['id', 'slug', 'name'] }, rows),
  );

test('copies text of any length', async () => {
  const name = `a\tb\\n\\N\r\n${'王'.repeat(700_000)}`;
  await copy(application(id, 'any', name));

  expect([...(await database.sql`select slug, name from applications`)]).toEqual([
    { slug: 'any', name },
  ]);
});

test.each([
  ['a row that exists', application(id, 'twin', 'Twin'), /duplicate key/],
  ['malformed rows', Buffer.from('x\n'), /invalid input syntax/],
  ['a null in a required column', application(otherId, 'none', null), /not-null/],
])('rejects %s and releases the connection', async (_, rows, message) => {
  await expect(copy(rows)).rejects.toThrow(message);

  const idle = await database.sql`
    select from pg_stat_activity where datname = current_database() and state like 'idle in%'`;
  expect(idle).toHaveLength(0);
});
