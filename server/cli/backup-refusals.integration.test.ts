import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealLength } from '#db/backup/format.ts';
import { withTestDatabase } from '#db/testing.ts';
import { describeRows, onConnection } from '../testing/describe-database.ts';
import { endStarts, newFolder } from '../testing/start.ts';
import { createAcme, expectOneLine, withCli } from './testing.ts';

const { database, cli, call } = withCli();
const empty = withTestDatabase('template1');
const away = 'postgres://nobody:hidden@127.0.0.1:1/none';
const place = { folder: '', good: '' };
const at = (name: string) => join(place.folder, name);

beforeAll(async () => {
  await createAcme(database);
  // The first command marks the database with its pepper.
  await call('companies list');
  place.folder = newFolder();
  place.good = at('good');
  expect(await call(`backup create ${place.good}`)).toMatchObject({ exitCode: 0 });
});
afterAll(endStarts);

/** A file with what `change` makes of the good one. */
function spoil(name: string, change: (bytes: Buffer) => Buffer | string): string {
  writeFileSync(at(name), change(Buffer.from(readFileSync(place.good))));
  return at(name);
}

const flip = (position: (length: number) => number) => (bytes: Buffer) => {
  const place = position(bytes.length);
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  return bytes;
};

/** What is no hexadecimal digit would be no seal. */
function changeSeal(bytes: Buffer): Buffer {
  const place = bytes.length - 2;
  bytes.write(bytes.toString('latin1', place, place + 1) === '0' ? '1' : '0', place);
  return bytes;
}

/** Changes the rows, and leaves the file whole. */
const reseal = (change: (rows: string) => string) => (bytes: Buffer) => {
  const start = bytes.indexOf('\n') + 1;
  const rows = change(String(gunzipSync(bytes.subarray(start, -sealLength))));
  const whole = Buffer.concat([bytes.subarray(0, start), gzipSync(rows)]);
  const digest = createHash('sha256').update(whole).digest('hex');
  return Buffer.concat([whole, Buffer.from(`${digest}\n`)]);
};

describe('a file is refused before anything is touched:', () => {
  const files: [string, RegExp, (bytes: Buffer) => Buffer | string][] = [
    ['of nothing', /not a backup of Leadgate/, () => ''],
    ['of another program', /not a backup of Leadgate/, () => gzipSync('-- PostgreSQL dump')],
    ['cut off', /not complete/, (bytes) => bytes.subarray(0, bytes.length >> 1)],
    ['a byte short', /not complete/, (bytes) => bytes.subarray(0, -1)],
    ['with more behind it', /damaged/, (bytes) => Buffer.concat([bytes, bytes])],
    ['with a bit flipped in its head', /damaged/, flip(() => 100)],
    ['with a bit flipped in the middle', /damaged/, flip((length) => length >> 1)],
    ['with another digit in its seal', /damaged/, changeSeal],
  ];

  test.each(files)('%s', async (name, said, change) => {
    const file = spoil(name.replaceAll(' ', '-'), change);

    expectOneLine(await call(`backup verify ${file}`), 1, said);
    expectOneLine(await cli(`backup restore ${file}`, { databaseUrl: away }), 1, said);
  });

  test('whole, but with other rows than it sums up', async () => {
    const file = spoil(
      'forged',
      reseal((rows) => rows.replace('\tAcme\t', '\tEmca\t')),
    );
    expectOneLine(
      await call(`backup verify ${file}`),
      1,
      /forged has other rows of public\.applic/,
    );

    const before = await onConnection(empty.url, describeRows);
    const restored = await cli(`backup restore ${file}`, { databaseUrl: empty.url });
    expectOneLine(restored, 1, /restored database has other rows of public\.applications than/);
    expect(await onConnection(empty.url, describeRows)).toEqual(before);
  });

  test('whole, but a row short', async () => {
    const file = spoil(
      'short',
      reseal((rows) => rows.replace(/\n[^\n]+\tacme\t[^\n]+/, '')),
    );
    expectOneLine(
      await call(`backup verify ${file}`),
      1,
      /short has 0 rows of public\.applic.* 1$/m,
    );
  });

  test('none at all', async () => {
    expectOneLine(await call(`backup verify ${at('none')}`), 3, /There is no file .*none/);
    expectOneLine(await call(`backup restore ${at('none')}`), 3, /There is no file .*none/);
  });

  test('a folder', async () => {
    expectOneLine(await call(`backup verify ${place.folder}`), 1, /cannot be read: it is a folder/);
  });
});

describe('a database is left as it is', () => {
  const restore = (databaseUrl: string, env: Record<string, string> = {}) =>
    cli(`backup restore ${place.good}`, { databaseUrl, env });

  test('when Leadgate runs on it', async () => {
    const [held] = await database.sql`select count(*)::int as leads from leads`;
    expectOneLine(await restore(database.url), 1, /Leadgate runs on this database.*stop it first/);
    expect(await database.sql`select count(*)::int as leads from leads`).toEqual([held]);
  });

  test('when it is away', async () => {
    expectOneLine(await restore(away), 1, /database cannot be reached/);
    expectOneLine(
      await cli(`backup create ${at('away')}`, { databaseUrl: away }),
      1,
      /database cannot be reached/,
    );
  });

  test('under another pepper, with the way out', async () => {
    const env = { KEY_PEPPER: 'another secret of forty characters or so' };
    expectOneLine(await restore(away, env), 1, /another KEY_PEPPER.*"keyPepper" of the secrets/);
  });

  test('when it belongs to another program, or has nothing of ours to save', async () => {
    await onConnection(empty.url, (sql) => sql`create table theirs (id int)`);
    const before = await onConnection(empty.url, describeRows);

    expectOneLine(await restore(empty.url), 1, /belongs to another program.*public\.theirs/);
    const create = cli(`backup create ${at('nothing')}`, { databaseUrl: empty.url });
    expectOneLine(await create, 1, /nothing of Leadgate/);
    expect(await onConnection(empty.url, describeRows)).toEqual(before);
    await onConnection(empty.url, (sql) => sql`drop table theirs`);
  });

  test('when it holds something, or something of others hangs on it', async () => {
    expect(await restore(empty.url)).toMatchObject({ exitCode: 0 });
    const before = await onConnection(empty.url, describeRows);
    const again = await restore(empty.url);
    expectOneLine(again, 1, /not empty.*--replace/);

    await onConnection(empty.url, (sql) => sql`create schema reports`);
    await onConnection(empty.url, (sql) => sql`create view reports.sales as select * from leads`);
    const replaced = await cli(`backup restore ${place.good} --replace`, {
      databaseUrl: empty.url,
    });
    expectOneLine(replaced, 1, /view reports\.sales depends on table leads.*take it away first/);
    expect(await onConnection(empty.url, describeRows)).toEqual(before);
  });
});

describe('no file is left', () => {
  test('where there is no folder for it', async () => {
    expectOneLine(
      await call(`backup create ${at('no/where/backup')}`),
      3,
      /There is no folder for .*no\/where\/backup/,
    );
  });

  test('in place of another, unless told so', async () => {
    const before = readFileSync(place.good);
    expectOneLine(await call(`backup create ${place.good}`), 1, /is there already.*--force/);
    expectOneLine(await call(`backup create ${place.folder} --force`), 1, /it is a folder/);
    expect(readFileSync(place.good)).toEqual(before);

    const replaced = await call(`backup create ${place.good} --force`);
    expect(replaced).toMatchObject({ exitCode: 0 });
    expect(readFileSync(place.good)).not.toEqual(before);
  });

  test.skipIf(process.platform === 'win32')('when the disk takes no more of it', () => {
    const folder = at('full');
    mkdirSync(folder);
    // A limit on the size of files stands for the end of the disk: both fail a write half-way.
    const command = `ulimit -f 1; exec "$0" server/cli/main.ts backup create ${folder}/backup`;
    const { status, stderr } = spawnSync('sh', ['-c', command, process.execPath], {
      encoding: 'utf8',
      env: {
        NODE_ENV: 'production',
        PATH: process.env.PATH,
        DATABASE_URL: database.url,
        AUTH_SECRET: 'a secret of forty characters for testing',
        KEY_PEPPER: 'a secret of forty characters for testing',
      },
    });

    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `${folder}/backup cannot be written: it grew beyond what is allowed\n`,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('by any of these', () => {
    const drafts = readdirSync(dirname(place.good)).filter((name) => name.includes('draft'));
    expect(drafts).toEqual([]);
  });
});
