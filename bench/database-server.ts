import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { missingDurability } from '#db/durability.ts';
import { openEmbeddedServer } from '#db/embedded/cluster.ts';

/** In the project: a temporary folder of the system may be in memory, where `fsync` costs nothing. */
const parent = '.cache';

/** The one PostgreSQL of a run, with the settings that the product gives it. */
export interface DatabaseServer {
  /** @returns the URL of a new, empty database */
  createDatabase(name: string): Promise<string>;
  checkpoint(): Promise<void>;
  /** @throws Error with the settings that are off: without them a commit guarantees nothing */
  assertDurable(): Promise<void>;
  version(): Promise<string>;
}

export async function startDatabaseServer(stack: AsyncDisposableStack): Promise<DatabaseServer> {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'bench-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);

  const server = await openEmbeddedServer(folder, 'bench');
  stack.defer(() => rmSync(server.home, { recursive: true, force: true }));
  stack.defer(async () => {
    await server.release();
  });
  const urlOf = (database: string) => server.adminUrl.replace(/[^/]+$/, database);
  const admin = postgres(urlOf('postgres'), { max: 1, max_lifetime: null, onnotice: () => {} });
  stack.defer(() => admin.end({ timeout: 1 }));

  return {
    createDatabase: async (name) => {
      await admin`create database ${admin(name)}`;
      return urlOf(name);
    },
    checkpoint: async () => {
      await admin`checkpoint`;
    },
    assertDurable: async () => {
      const missing = await missingDurability(admin);
      if (missing.length > 0)
        throw new Error(`Not durable, so not measured: ${missing.join(', ')}`);
    },
    version: async () => {
      const [row] = await admin<
        { version: string }[]
      >`select current_setting('server_version') as version`;
      return row?.version ?? 'unknown';
    },
  };
}
