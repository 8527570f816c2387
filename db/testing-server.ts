import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { brokenRules } from './citus-rules.ts';
import { openEmbeddedServer } from './embedded/cluster.ts';
import { servingRole } from './embedded/roles.ts';
import { migrateSchema } from './migrate.ts';
import { grantServingRights } from './serving-role.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database of the test server to make others from. */
    adminUrl: string;
  }
}

export const templateDatabase = 'leadgate_template';

/** The same database for statements of tests, which `statementsOfProduct` leaves out. */
export const untracked = (url: string) => `${url}?pg_stat_statements.track=none`;

/** Nothing waits for the disk: a database of a test is not read after a power cut. */
const configuration = `
fsync = off
full_page_writes = off
shared_preload_libraries = 'pg_stat_statements'
pg_stat_statements.max = 50000
pg_stat_statements.track_utility = off
`;

/** A server that collects the texts of statements. */
async function openTestServer(folder: string) {
  const first = await openEmbeddedServer(folder, 'test');
  appendFileSync(join(first.home, 'data', 'postgresql.conf'), configuration);
  await first.release();

  return openEmbeddedServer(folder, 'test');
}

/** Each statement that the product has sent, with parameters for its values. */
async function statementsOfProduct(adminUrl: string): Promise<string[]> {
  const admin = postgres(untracked(adminUrl), { max: 1 });
  const rows = await admin<{ query: string }[]>`select distinct query from pg_stat_statements`;
  await admin.end();

  return rows.map(({ query }) => query);
}

/** One PostgreSQL for the whole run, on its own port and folder, with a migrated template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'leadgate-test-'));
  chmodSync(folder, 0o755);
  const server = await openTestServer(folder);
  const admin = postgres(untracked(server.adminUrl), { max: 1 });
  await admin`create extension pg_stat_statements`;
  await admin`create database ${admin(templateDatabase)}`;
  await admin.end();

  const template = postgres(untracked(server.adminUrl.replace(/leadgate$/, templateDatabase)), {
    max: 1,
    onnotice: () => {},
  });
  await migrateSchema(template);
  await grantServingRights(template, servingRole);
  await template.end();
  project.provide('adminUrl', server.adminUrl);

  return async () => {
    const isChecked = project.name === 'integration';
    const broken = isChecked ? brokenRules(await statementsOfProduct(server.adminUrl)) : [];
    await server.release();
    rmSync(folder, { recursive: true, force: true });
    if (broken.length > 0) {
      throw new Error(`Statements that a Citus cluster refuses:\n\n${broken.join('\n\n')}`);
    }
  };
}
