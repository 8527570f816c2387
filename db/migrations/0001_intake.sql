ALTER TABLE "step_counters" ADD COLUMN "shard" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP INDEX "lead_events_company_id_lead_id_created_at_index";--> statement-breakpoint
DROP INDEX "leads_company_id_contact_id_index";--> statement-breakpoint
DROP INDEX "leads_company_id_api_key_id_index";--> statement-breakpoint
DROP INDEX "leads_step_newest";--> statement-breakpoint
ALTER TABLE "step_counters" DROP CONSTRAINT "step_counters_company_id_step_id_day_pk";--> statement-breakpoint
ALTER TABLE "lead_events" DROP CONSTRAINT "lead_events_company_id_id_pk";--> statement-breakpoint
ALTER TABLE "step_counters" ADD CONSTRAINT "step_counters_company_id_step_id_day_shard_pk" PRIMARY KEY("company_id","step_id","day","shard");--> statement-breakpoint
ALTER TABLE "lead_events" ADD CONSTRAINT "lead_events_company_id_lead_id_id_pk" PRIMARY KEY("company_id","lead_id","id");--> statement-breakpoint
CREATE INDEX "leads_step_newest" ON "leads" USING btree ("step_id","created_at","id");--> statement-breakpoint
-- Every process that remembers keys, steps and hosts hears of their changes, whoever makes them.
-- The same announcement is made once a transaction.
create function announce() returns trigger language plpgsql as $$
begin
  perform pg_notify('leadgate', tg_argv[0]);
  return null;
end $$;
--> statement-breakpoint
create trigger announce_new_or_gone after insert or delete on api_keys
  for each row execute function announce('keys');
--> statement-breakpoint
-- Not on last use, which is noted every second.
create trigger announce_changed after update on api_keys
  for each row when (
    (old.name, old.secret_hash, old.permissions, old.expires_at, old.deactivated_at, old.deleted_at)
    is distinct from
    (new.name, new.secret_hash, new.permissions, new.expires_at, new.deactivated_at, new.deleted_at)
  ) execute function announce('keys');
--> statement-breakpoint
create trigger announce after insert or update or delete on api_key_funnels
  for each row execute function announce('keys');
--> statement-breakpoint
create trigger announce after insert or update or delete on api_key_steps
  for each row execute function announce('keys');
--> statement-breakpoint
create trigger announce after update of application_id on companies
  for each row execute function announce('keys');
--> statement-breakpoint
create trigger announce after insert or update or delete on steps
  for each row execute function announce('steps');
--> statement-breakpoint
create trigger announce after update or delete on funnels
  for each row execute function announce('steps');
--> statement-breakpoint
create trigger announce after insert or update or delete on application_hosts
  for each row execute function announce('hosts');
--> statement-breakpoint
create trigger announce after update or delete on applications
  for each row execute function announce('hosts');
--> statement-breakpoint
-- The lead itself tells when, by whom and where it was created.
delete from lead_events where type = 'created';
--> statement-breakpoint
-- A lead on its way in, as the process writes it: server/services/leads/new-lead.ts.
create type new_lead as (
  company_id uuid,
  id uuid,
  step_id uuid,
  contact_id uuid,
  api_key_id uuid,
  name text,
  phones text[],
  email text,
  segment text,
  status text,
  priority text,
  temperature text,
  source text,
  medium text,
  channel text,
  campaign_name text,
  ad_name text,
  adset_name text,
  form_id text,
  external_lead_id text,
  page_id text,
  page_name text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text,
  gclid text,
  fbclid text,
  custom_fields jsonb,
  origin text,
  request_id text
);
