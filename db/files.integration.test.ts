import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileAtomically, createFolderAtomically } from './files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadgate-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('createFileAtomically', () => {
  it('creates the file with its mode, and nothing else', () => {
    createFileAtomically(join(folder, 'a'), 'first', 0o600);
    expect(readdirSync(folder)).toEqual(['a']);
    expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o600);
  });

  it('leaves a file that exists as it is', () => {
    for (const data of ['first', 'second']) createFileAtomically(join(folder, 'a'), data, 0o600);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('first');
    expect(readdirSync(folder)).toEqual(['a']);
  });
});

describe('createFolderAtomically', () => {
  const fillWith = (name: string) => async (draft: string) => {
    mkdirSync(draft);
    writeFileSync(join(draft, name), '');
  };

  it('of two at once keeps one, whole', async () => {
    const path = join(folder, 'a');
    await createFolderAtomically(path, async (draft) => {
      await fillWith('late')(draft);
      await fillWith('early')(path);
    });
    await createFolderAtomically(path, fillWith('next'));
    expect(readdirSync(path)).toEqual(['early']);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('leaves nothing when it fails', async () => {
    const failing = createFolderAtomically(join(folder, 'a'), async (draft) => {
      await fillWith('half')(draft);
      throw new Error('no space');
    });
    await expect(failing).rejects.toThrow('no space');
    expect(readdirSync(folder)).toEqual([]);
  });
});
