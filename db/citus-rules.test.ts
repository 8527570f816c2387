import { expect, test } from 'vitest';
import { citusFaults } from './citus-rules.ts';

test.each([
  'select name from leads where company_id = $1 and id = $2',
  'select "steps"."id" from "steps" inner join "funnels" on ("funnels"."company_id" = "steps"."company_id" and "funnels"."id" = "steps"."funnel_id") where "steps"."company_id" = $1 for no key update of "steps"',
  'insert into "leads" ("company_id", "id") values ($1, $2)',
  'insert into key_usage (company_id, api_key_id, hour, requests) select k.company_id, k.id, $1, used.requests from unnest($2::uuid[]) as used (id) join api_keys k on k.id = used.id on conflict (company_id, api_key_id, hour) do update set requests = key_usage.requests + excluded.requests',
  'update api_keys set deactivated_at = now() where company_id = $1 and id = $2',
  'delete from idempotency_keys where company_id = $1 and expires_at < now() - interval $2',
  'with open as (select company_id, id from steps where company_id = $1) select * from open',
  'select count(*) from companies',
  'select count(*) as rows from public.leads',
  'select 1 -- from leads',
])('takes %s', (statement) => {
  expect(citusFaults(statement)).toEqual([]);
});

test.each([
  [
    'with lead as (insert into leads (company_id, id) values ($1, $2) returning id) select id from lead',
    'a CTE that changes rows',
  ],
  [
    'insert into idempotency_keys as k (company_id, key) values ($1, $2) on conflict (company_id, key) do update set key = excluded.key where k.expires_at <= now()',
    'a clock, or an interval added to a time, in ON CONFLICT: pass the time',
  ],
  [
    'update leads set created_at = created_at + make_interval(secs => $1) where company_id = $2',
    'an interval added to a column in a change: pass the time',
  ],
  [
    'update api_keys k set first_used_at = coalesce(k.first_used_at, now()) where k.id = $1',
    'a clock inside COALESCE or CASE in a change: pass the time',
  ],
  [
    'update api_keys k set name = f.name from funnels f where f.company_id = k.company_id',
    'a change of a reference table that reads a distributed one',
  ],
  ['select id from leads l where l.id = $1', 'leads without company_id'],
  [
    'select s.id from steps s join funnels f on f.id = s.funnel_id where s.company_id = $1',
    'funnels without company_id',
  ],
  ['delete from step_counters where step_id = $1', 'step_counters without company_id'],
  ['update "leads" set "name" = $1 where "leads"."id" = $2', 'leads without company_id'],
  [
    'select company_id, key from idempotency_keys where expires_at < $1 for update skip locked',
    'a row lock without one company',
  ],
  [
    'update audit_log set actor_name = $1 where company_id = $2',
    'a change of the audit log, which is append-only',
  ],
  [
    'delete from "audit_log" where "audit_log"."company_id" = $1',
    'a change of the audit log, which is append-only',
  ],
])('refuses %s', (statement, fault) => {
  expect(citusFaults(statement)).toEqual([fault]);
});
