import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { openEmbeddedServer } from './embedded/cluster.ts';
import { migrateSchema } from './migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database of the test server to make others from. */
    adminUrl: string;
  }
}

export const templateDatabase = 'leadgate_template';

/** One PostgreSQL for the whole run, on its own port and folder, with a migrated template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'leadgate-test-'));
  chmodSync(folder, 0o755);
  const server = await openEmbeddedServer(folder, 'test');
  const admin = postgres(server.url, { max: 1 });
  await admin`create database ${admin(templateDatabase)}`;
  await admin.end();

  const template = postgres(server.url.replace(/leadgate$/, templateDatabase), {
    max: 1,
    onnotice: () => {},
  });
  await migrateSchema(template);
  await template.end();
  project.provide('adminUrl', server.url);

  return async () => {
    await server.release();
    rmSync(folder, { recursive: true, force: true });
  };
}
