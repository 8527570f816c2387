import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, 'migrations');
/** As `sha256sum` writes it: a database that has a migration never runs a changed one. */
const landed = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');

const lineOf = (name: string) => {
  const hash = createHash('sha256').update(readFileSync(join(folder, name)));
  return `${hash.digest('hex')}  ${name}`;
};

it('no migration that has landed has changed; a new one has its line in SHA256SUMS', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  expect(names.sort().map(lineOf)).toEqual(landed);
});
