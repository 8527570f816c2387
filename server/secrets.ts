import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createFileAtomically, makeFolder } from '#db/files.ts';

const secretsFile = z.object({
  authSecret: z.string(),
  keyPepper: z.string(),
  databasePassword: z.string(),
});
export type Secrets = z.infer<typeof secretsFile>;

const pathIn = (dataDir: string) => join(dataDir, 'secrets.json');
const read = (path: string) => secretsFile.parse(JSON.parse(readFileSync(path, 'utf8')));

/** The secrets of this installation; undefined before its first start. */
export function findSecrets(dataDir: string): Secrets | undefined {
  try {
    return read(pathIn(dataDir));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const make = () => randomBytes(32).toString('base64url');

/**
 * The secrets of this installation, made at the first start and kept in `secrets.json` (mode 0600).
 * Two first starts at once read the same.
 *
 * @throws Error of the file system when the folder cannot be written
 */
export function readOrMakeSecrets(dataDir: string): Secrets {
  const found = findSecrets(dataDir);
  if (found) return found;

  makeFolder(dataDir);
  const secrets = { authSecret: make(), keyPepper: make(), databasePassword: make() };
  const path = pathIn(dataDir);
  createFileAtomically(path, `${JSON.stringify(secrets, null, 2)}\n`, 0o600);

  return read(path);
}
