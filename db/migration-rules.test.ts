import { expect, it } from 'vitest';
import { brokenMigrationRules } from './migration-rules.ts';

it.each([
  ['ALTER TABLE "leads" DROP COLUMN "segment";', 'stop using it'],
  ['ALTER TABLE "leads" RENAME COLUMN "segment" TO "part";', 'stop using it'],
  ['DROP TABLE "contacts" CASCADE;', 'stop using it'],
  ['DROP INDEX "leads_owner";', 'stop using it'],
  ['ALTER TABLE "leads" ALTER COLUMN "day" SET DATA TYPE text;', 'expects the old type'],
  ['ALTER TABLE "leads" ADD COLUMN "score" integer NOT NULL;', 'give it a default'],
  [
    'ALTER TABLE "leads" ADD COLUMN "mark" uuid DEFAULT gen_random_uuid() NOT NULL;',
    'for each row',
  ],
  [
    'ALTER TABLE "leads" ADD COLUMN "part" text GENERATED ALWAYS AS ("segment") STORED;',
    'for each',
  ],
  ['ALTER TABLE "leads" ADD COLUMN "number" bigserial NOT NULL;', 'for each row'],
  ['ALTER TABLE "leads" ALTER COLUMN "email" SET NOT NULL;', 'may leave the column out'],
  ['ALTER TABLE "leads" ALTER COLUMN "day" DROP DEFAULT;', 'may leave the column out'],
  ['CREATE INDEX "leads_score" ON "leads" USING btree ("score");', 'concurrently'],
  ['CREATE UNIQUE INDEX "leads_score" ON "leads" ("score");', 'concurrently'],
  ['ALTER TABLE "leads" ADD CONSTRAINT "s" CHECK ("leads"."score" > 0);', 'not valid'],
  [
    'ALTER TABLE "leads" ADD CONSTRAINT "o" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id");',
    'not valid',
  ],
  ['ALTER TABLE "leads" ADD CONSTRAINT "u" UNIQUE("external_lead_id");', 'using index'],
  ["UPDATE leads\n SET score = 1\n WHERE status = 'won';", 'in small parts'],
  ['-- All of them.\nDELETE FROM contacts;', 'in small parts'],
  ['with old as (select 1) update leads set score = 1;', 'in small parts'],
  ['LOCK TABLE leads;', 'keeps everybody'],
])('refuses %j', (statement, message) => {
  expect(brokenMigrationRules(statement)).toEqual([expect.stringContaining(message)]);
});

it.each([
  'ALTER TABLE "leads" ADD COLUMN "score" integer;',
  'ALTER TABLE "leads" ADD COLUMN "score" integer DEFAULT 0 NOT NULL;',
  'ALTER TABLE "leads" ADD COLUMN "seen_at" timestamp with time zone DEFAULT now() NOT NULL;',
  'CREATE INDEX CONCURRENTLY "leads_score" ON "leads" USING btree ("score");',
  'ALTER TABLE "leads" ADD CONSTRAINT "s" CHECK ("leads"."score" > 0) NOT VALID;',
  'ALTER TABLE "leads" VALIDATE CONSTRAINT "s";',
  'ALTER TABLE "leads" ADD CONSTRAINT "u" UNIQUE USING INDEX "leads_u";',
  'ALTER TABLE "leads" ALTER COLUMN "email" DROP NOT NULL;',
  '-- Allowed: no version after 0.3 reads it\nALTER TABLE "leads" DROP COLUMN "segment";',
])('takes %j', (statement) => {
  expect(brokenMigrationRules(statement)).toEqual([]);
});

it('takes indexes and constraints of a table that the migration creates', () => {
  const text = `CREATE TABLE "visits" ("id" uuid NOT NULL);
--> statement-breakpoint
CREATE INDEX "visits_id" ON "visits" USING btree ("id");--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "v" FOREIGN KEY ("id") REFERENCES "public"."users"("id");`;
  expect(brokenMigrationRules(text)).toEqual([]);
});

it('wants a reason for what is allowed', () => {
  expect(brokenMigrationRules('-- Allowed: yes\nDROP TABLE "contacts";')).toHaveLength(1);
});

it('keeps apart what belongs into migrations of their own', () => {
  const index = 'CREATE INDEX CONCURRENTLY "leads_score" ON "leads" ("score");';
  const column = 'ALTER TABLE "leads" ADD COLUMN "score" integer;';
  const breakpoint = '\n--> statement-breakpoint\n';
  expect(brokenMigrationRules([column, index].join(breakpoint))).toHaveLength(1);

  const check = 'ALTER TABLE "leads" ADD CONSTRAINT "s" CHECK (score > 0) NOT VALID;';
  const validate = 'ALTER TABLE "leads" VALIDATE CONSTRAINT "s";';
  expect(brokenMigrationRules([check, validate].join(breakpoint))).toHaveLength(1);
});
