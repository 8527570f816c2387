import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { brokenMigrationRules } from '#db/migration-rules.ts';
import { generateLeads } from '#db/seed/generate-leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { deriveAttribution } from '../services/leads/derive-attribution.ts';
import { pollOptions, readyz } from '../testing/cluster.ts';
import { type Answer, send } from '../testing/http-client.ts';
import { expectLeadsConsistent, expectLedger } from '../testing/ledger.ts';
import { Load } from '../testing/load.ts';
import { cleanUp, newFolder, startLeadgate } from '../testing/start-leadgate.ts';
import { createTenant } from '../testing/tenant.ts';

const storedLeads = 300_000;

/** Migrations of a version after this one: all that the rules let them do to the table of leads. */
const migrations = [
  `ALTER TABLE "leads" ADD COLUMN "score" integer;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "visits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ALTER COLUMN "segment" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "visits_are_counted" CHECK ("leads"."visits" >= 0) NOT VALID;`,
  'ALTER TABLE "leads" VALIDATE CONSTRAINT "visits_are_counted";',
  `CREATE TABLE "visits" ("company_id" uuid NOT NULL, "id" uuid NOT NULL, "lead_id" uuid NOT NULL);
--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_lead" FOREIGN KEY ("company_id","lead_id") REFERENCES "public"."leads"("company_id","id");--> statement-breakpoint
CREATE INDEX "visits_of_lead" ON "visits" USING btree ("company_id","lead_id");`,
  `CREATE INDEX CONCURRENTLY "leads_score" ON "leads" USING btree ("company_id","score");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "leads_contact" ON "leads" USING btree ("company_id","contact_id","id");`,
  'ALTER TABLE "leads" ADD CONSTRAINT "leads_contact" UNIQUE USING INDEX "leads_contact";',
];

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

const database = withTestDatabase();
afterEach(cleanUp, 60_000);

/** This version with further migrations. */
function folderOfNextVersion(): string {
  const folder = newFolder();
  for (const name of readdirSync('.'))
    if (name !== 'db') symlinkSync(resolve(name), join(folder, name));
  cpSync('db/migrations', join(folder, 'db/migrations'), { recursive: true });

  const journalFile = join(folder, 'db/migrations/meta/_journal.json');
  const journal: Journal = JSON.parse(readFileSync(journalFile, 'utf8'));
  const last = journal.entries.at(-1);
  for (const [n, text] of migrations.entries()) {
    const tag = `next_${n}`;
    const when = Number(last?.when) + n + 1;
    journal.entries.push({
      idx: Number(last?.idx) + n + 1,
      version: '7',
      when,
      tag,
      breakpoints: true,
    });
    writeFileSync(join(folder, `db/migrations/${tag}.sql`), text);
  }
  writeFileSync(journalFile, JSON.stringify(journal));
  return folder;
}

/** Calls again and again, and keeps what else than 200 was answered. */
function repeat(call: () => Promise<Answer>, pause: number) {
  const failures: unknown[] = [];
  let isStopped = false;
  let calls = 0;
  const work = async () => {
    while (!isStopped) {
      const answer = await call().catch(String);
      if (typeof answer === 'string') failures.push(answer);
      else if (answer.status !== 200) failures.push(`${answer.status} ${answer.text}`);
      calls += 1;
      await sleep(pause);
    }
  };
  const done = work();
  return {
    failures,
    get calls() {
      return calls;
    },
    stop: async () => {
      isStopped = true;
      await done;
    },
  };
}

it('serves without a failure while the next version migrates 300,000 leads, and beside it', {
  timeout: 300_000,
}, async () => {
  expect(migrations.flatMap(brokenMigrationRules)).toEqual([]);
  const { db, sql, url, adminUrl } = database;
  const tenant = await createTenant(db);
  const stored = await createTenant(db);
  await generateLeads(db, {
    company: stored.company,
    leads: storedLeads,
    deriveAttribution,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  const env = { DATABASE_URL_DIRECT: adminUrl };
  const before = startLeadgate({ databaseUrl: url, env });
  const { port } = await before.ready;

  const panel = await stored.newPanel();
  const readBoard = () => panel.query(port, 'leads.board', { funnelId: stored.funnel.id });
  const load = new Load(tenant);
  const boards = repeat(readBoard, 50);
  const readiness = repeat(() => send(port, readyz), 50);
  const loop = load.closedLoop(port, 8);
  await expect.poll(() => load.count(201), pollOptions).toBeGreaterThan(100);

  const next = await startLeadgate({ databaseUrl: url, env, cwd: folderOfNextVersion() }).ready;
  const [made] = await sql`
    select to_regclass('visits') is not null as table,
      (select bool_and(indisvalid) from pg_index
        where indexrelid in (to_regclass('leads_score'), to_regclass('leads_contact'))) as indexes,
      (select convalidated from pg_constraint where conname = 'visits_are_counted') as constraint`;
  expect(made).toEqual({ table: true, indexes: true, constraint: true });

  const loopOfNext = load.closedLoop(next.port, 8);
  const sent = load.ledger.length;
  await expect.poll(() => load.ledger.length, pollOptions).toBeGreaterThan(sent + 1_000);
  await Promise.all([loop, loopOfNext, boards, readiness].map((each) => each.stop()));
  load.close();

  expect(load.statuses).toEqual([201]);
  expect(boards.failures).toEqual([]);
  expect(readiness.failures).toEqual([]);
  for (const server of [before, next]) expect(server.failedRequests).toEqual([]);
  await expectLedger(sql, tenant.companyId, load.ledger);
  await expectLeadsConsistent(sql, stored.companyId);
});
