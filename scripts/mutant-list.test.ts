import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutants } from './mutant-list.ts';

it.each(mutants)('$name: the code says what is broken', ({ edits }) => {
  for (const [file, from] of edits) expect(readFileSync(file, 'utf8')).toContain(from);
});
