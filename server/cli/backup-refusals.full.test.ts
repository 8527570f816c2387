import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealLength } from '#db/backup/read-backup.ts';
import { withTestDatabase } from '#db/testing.ts';
import { describeRows, onConnection } from '../testing/describe-database.ts';
import { cleanUp, newFolder } from '../testing/start-leadgate.ts';
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
afterAll(cleanUp);

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

/** A file with a valid seal over what `change` makes of the content. */
const reseal = (change: (content: Buffer) => Buffer) => (bytes: Buffer) => {
  const content = change(bytes.subarray(0, -sealLength));
  const digest = createHash('sha256').update(content).digest('hex');
  return Buffer.concat([content, Buffer.from(`${digest}\n`)]);
};

/** A summary that says something else, so that the rows do not fit it. */
const changeSummary = (pattern: RegExp, replacement: string) =>
  reseal((content) => {
    const start = content.lastIndexOf('\n', -2);
    const summary = String(content.subarray(start)).replace(pattern, replacement);
    return Buffer.concat([content.subarray(0, start), Buffer.from(summary)]);
  });

describe('a file is refused before anything is touched:', () => {
  const files: [string, RegExp, (bytes: Buffer) => Buffer | string][] = [
    ['of nothing', /not a backup of Leadgate/, () => ''],
    ['of another program', /not a backup of Leadgate/, () => gzipSync('-- PostgreSQL dump')],
    ['cut off', /not complete/, (bytes) => bytes.subarray(0, bytes.length >> 1)],
    ['a byte short', /not complete/, (bytes) => bytes.subarray(0, -1)],
    ['with more behind it', /damaged/, (bytes) => Buffer.concat([bytes, bytes])],
    ['with a bit flipped in its summary', /damaged/, flip((length) => length - 100)],
    ['with a bit flipped in the middle', /damaged/, flip((length) => length >> 1)],
    ['with another digit in its seal', /damaged/, changeSeal],
    ['of another format', /another version/, (bytes) => bytes.fill('3', 16, 17)],
  ];

  test.each(files)('%s', async (name, said, change) => {
    const file = spoil(name.replaceAll(' ', '-'), change);

    expectOneLine(await call(`backup verify ${file}`), 1, said);
    expectOneLine(await cli(`backup restore ${file}`, { databaseUrl: away }), 1, said);
  });

  test('whole, but a row short', async () => {
    const file = spoil('short', changeSummary(/("public\.applications",.*?"rows":)1/, '$12'));
    const said = /short has 1 rows of public\.applications instead of 2/;
    expectOneLine(await call(`backup verify ${file}`), 1, said);
    const restored = await cli(`backup restore ${file}`, { databaseUrl: empty.url });
    expectOneLine(restored, 1, said);
    expect(await onConnection(empty.url, describeRows)).toEqual({});
  });

  test('whole, but with columns that the database refuses', async () => {
    const file = spoil(
      'refused',
      changeSummary(
        /"name":"public\.applications","columns":\["id"/,
        '"name":"public.applications","columns":["slug"',
      ),
    );
    const restored = await cli(`backup restore ${file}`, { databaseUrl: empty.url });
    expectOneLine(restored, 1, /database refused: .*"slug" specified more than once/);
    expect(await onConnection(empty.url, describeRows)).toEqual({});
  });

  test('none at all', async () => {
    expectOneLine(await call(`backup verify ${at('none')}`), 3, /There is no file .*none/);
    expectOneLine(await call(`backup restore ${at('none')}`), 3, /There is no file .*none/);
  });

  test('a folder', async () => {
    expectOneLine(
      await call(`backup verify ${place.folder}`),
      1,
      /cannot be read: it is not an ordinary file/,
    );
  });
});

describe('a database is left as it is', () => {
  const restore = (databaseUrl: string, env: Record<string, string> = {}) =>
    cli(`backup restore ${place.good}`, { databaseUrl, env });

  test('when it is unreachable', async () => {
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

    expectOneLine(
      await restore(empty.url),
      1,
      /not empty, it has public\.theirs: restore into a new/,
    );
    const create = cli(`backup create ${at('nothing')}`, { databaseUrl: empty.url });
    expectOneLine(await create, 1, /nothing of Leadgate/);
    expect(await onConnection(empty.url, describeRows)).toEqual(before);
    await onConnection(empty.url, (sql) => sql`drop table theirs`);
  });

  test('when it holds something, beside a server or not', async () => {
    const before = await onConnection(database.url, describeRows);

    expectOneLine(await restore(database.url), 1, /not empty, it has public\.api_key/);
    expect(await onConnection(database.url, describeRows)).toEqual(before);
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
    expectOneLine(
      await call(`backup create ${place.folder} --force`),
      1,
      /it is not an ordinary file/,
    );
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
      stderr: `${folder}/backup cannot be written: file too large\n`,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('by any of these', () => {
    const temporary = readdirSync(dirname(place.good)).filter((name) => name.endsWith('.tmp'));
    expect(temporary).toEqual([]);
  });
});
