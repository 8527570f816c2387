import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { SettingsError } from '../env.ts';
import { prepareOnceThere } from '../process/prepare-database.ts';
import { cleanUp, newFolder } from '../testing/start-leadgate.ts';
import { expectOneLine, withCli } from './testing.ts';

const { database, call } = withCli();
const other = withTestDatabase('template1');
afterAll(cleanUp);

const tablesOfOther = () => other.sql`select from pg_tables where schemaname = 'public'`;

it.each(['companies list', 'database url', 'backup create FILE', 'backup restore FILE'])(
  '%s refuses addresses of two databases',
  async (line) => {
    const file = join(newFolder(), 'backup');
    if (line.includes('restore')) await call(`backup create ${file}`);
    const env = { DATABASE_URL_DIRECT: other.adminUrl };
    expectOneLine(
      await call(line.replace('FILE', file), { env }),
      1,
      /DATABASE_URL and DATABASE_URL_DIRECT do not lead to the same database: \S+ and \S+/,
    );
    expect(await tablesOfOther()).toEqual([]);
  },
);

it('a start refuses them before it migrates', async () => {
  const options = { keyPepper: 'x'.repeat(32), demoData: false };
  const start = prepareOnceThere({ url: database.url, directUrl: other.adminUrl }, options);
  await expect(start).rejects.toThrow(SettingsError);
  expect(await tablesOfOther()).toEqual([]);
});

it('takes two roles of one database', async () => {
  const env = { DATABASE_URL_DIRECT: database.url };
  expect(await call('companies list', { env })).toMatchObject({ exitCode: 0 });
});

it('backup restore into an empty DATA_DIR without its pepper leaves the folder empty', async () => {
  const file = join(newFolder(), 'backup');
  await call('companies list');
  await call(`backup create ${file}`);
  const DATA_DIR = newFolder();
  const env = { DATABASE_URL: '', AUTH_SECRET: '', KEY_PEPPER: '', DATA_DIR };
  expectOneLine(await call(`backup restore ${file}`, { env }), 1, /"keyPepper" of the secrets/);
  expect(readdirSync(DATA_DIR)).toEqual([]);
});
