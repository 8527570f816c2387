import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFileAtomically, createFolderAtomically, makeFolder } from './files.ts';

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

describe('what a power failure must not take', () => {
  /** What is brought to the disk, by path, with the names that its folder has by then. */
  function watchSyncs() {
    const synced: { path: string; names: string[] }[] = [];
    const fsyncSync = fs.fsyncSync.bind(fs);
    vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
      synced.push({ path: readlinkSync(`/proc/self/fd/${file}`), names: readdirSync(folder) });
      fsyncSync(file);
    });
    syncBuiltinESMExports();
    return synced;
  }
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  it.runIf(process.platform === 'linux')(
    'is a file: on the disk before it has its name, which follows',
    () => {
      const synced = watchSyncs();
      createFileAtomically(join(folder, 'secrets.json'), 'first', 0o600);
      const [file, names] = synced;
      expect(synced).toHaveLength(2);
      expect(dirname(file?.path ?? '')).toBe(folder);
      expect(file?.names).not.toContain('secrets.json');
      expect(names?.path).toBe(folder);
      expect(names?.names).toContain('secrets.json');
    },
  );

  it.runIf(process.platform === 'linux')('is a folder', () => {
    const synced = watchSyncs();
    makeFolder(join(folder, 'a', 'b'));
    expect(synced.map(({ path }) => path)).toEqual([folder, join(folder, 'a')]);
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
