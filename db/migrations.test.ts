import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { brokenMigrationRules } from './migration-rules.ts';

const folder = join(import.meta.dirname, 'migrations');
/** As `sha256sum` writes it: a database that has a migration never runs a changed one. */
const landed = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');

/** What landed before the rules. */
const newestWithoutRules = '0016_short_filter_terms.sql';

const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort();

const lineOf = (name: string) => {
  const hash = createHash('sha256').update(readFileSync(join(folder, name)));
  return `${hash.digest('hex')}  ${name}`;
};

it('no migration that has landed has changed; a new one has its line in SHA256SUMS', () => {
  expect(migrations.map(lineOf)).toEqual(landed);
});

it('a migration lets the version before serve meanwhile', () => {
  const broken = migrations
    .filter((name) => name > newestWithoutRules)
    .flatMap((name) => brokenMigrationRules(readFileSync(join(folder, name), 'utf8')));
  expect(broken).toEqual([]);
});
