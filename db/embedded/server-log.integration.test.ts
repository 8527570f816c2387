import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { databaseLog } from '#server/testing/secret-scan.ts';
import { rotateLog } from './server-log.ts';

const database = withTestDatabase();

it('holds no value of a statement that fails, but what happens to the server', async () => {
  const { sql } = database;
  const mark = 'value-of-a-statement';
  await expect(sql`select ${mark}::text::int`).rejects.toMatchObject({ code: '22P02' });
  await expect(sql.unsafe(`select '${mark}'::int`)).rejects.toMatchObject({ code: '22P02' });
  await expect(sql`select * from missing where name = ${mark}`).rejects.toBeInstanceOf(Error);

  const log = await databaseLog(sql);
  expect(log).not.toContain(mark);
  expect(log).toContain('database system is ready to accept connections');
});

it('is moved aside when it is large, once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadgate-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const log = join(folder, 'postgres.log');
  const contents = () => [log, `${log}.1`].map((path) => readFileSync(path, 'utf8'));

  rotateLog(log, 10);
  writeFileSync(log, 'the first lines');
  rotateLog(log, 10);
  expect(contents()).toEqual(['', 'the first lines']);
  appendFileSync(log, 'short');
  rotateLog(log, 10);
  expect(contents()).toEqual(['short', 'the first lines']);
  appendFileSync(log, ' and more');
  rotateLog(log, 10);
  expect(contents()).toEqual(['', 'short and more']);
});
