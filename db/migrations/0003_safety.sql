CREATE TABLE "rate_buckets" (
	"company_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"tokens" double precision NOT NULL,
	"refilled_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rate_buckets_company_id_api_key_id_pk" PRIMARY KEY("company_id","api_key_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "user_identities" (
	"application_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_identities_application_id_issuer_subject_pk" PRIMARY KEY("application_id","issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"action" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"address" text,
	"subject_id" uuid,
	"subject_name" text,
	"details" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_log_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"company_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"request" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_company_id_key_pk" PRIMARY KEY("company_id","key")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "rate_limit" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "session_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_secret" "bytea";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_last_step" bigint;--> statement-breakpoint
ALTER TABLE "rate_buckets" ADD CONSTRAINT "rate_buckets_company_id_api_key_id_api_keys_company_id_id_fk" FOREIGN KEY ("company_id","api_key_id") REFERENCES "public"."api_keys"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_application_id_user_id_users_application_id_id_fk" FOREIGN KEY ("application_id","user_id") REFERENCES "public"."users"("application_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_company_id_lead_id_leads_company_id_id_fk" FOREIGN KEY ("company_id","lead_id") REFERENCES "public"."leads"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_identities_application_id_user_id_index" ON "user_identities" USING btree ("application_id","user_id");--> statement-breakpoint
CREATE INDEX "audit_log_company_id_created_at_id_index" ON "audit_log" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_company_id_lead_id_index" ON "idempotency_keys" USING btree ("company_id","lead_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires_at_index" ON "idempotency_keys" USING btree ("expires_at") WHERE "idempotency_keys"."request" is not null;--> statement-breakpoint
CREATE INDEX "leads_external" ON "leads" USING btree ("company_id","external_lead_id") WHERE "leads"."external_lead_id" is not null;--> statement-breakpoint
alter table "rate_buckets" set (fillfactor = 50);
--> statement-breakpoint
-- Written on the way in: a lease must not wait for the disk.
alter table "rate_buckets" set unlogged;
--> statement-breakpoint
drop trigger announce_changed on api_keys;
--> statement-breakpoint
-- Not on last use, which is noted every second.
create trigger announce_changed after update on api_keys
  for each row when (
    (old.name, old.secret_hash, old.permissions, old.expires_at, old.deactivated_at, old.deleted_at,
      old.rate_limit)
    is distinct from
    (new.name, new.secret_hash, new.permissions, new.expires_at, new.deactivated_at, new.deleted_at,
      new.rate_limit)
  ) execute function announce('keys');
--> statement-breakpoint
-- A session holds the version of its user. Whoever changes what it rests on ends it.
create function end_sessions_of_user() returns trigger language plpgsql as $$
begin
  new.session_version = old.session_version + 1;
  return new;
end $$;
--> statement-breakpoint
create trigger end_sessions before update on users
  for each row when (
    (old.password_hash, old.deactivated_at) is distinct from (new.password_hash, new.deactivated_at)
  ) execute function end_sessions_of_user();
--> statement-breakpoint
create function end_sessions_of_member() returns trigger language plpgsql as $$
begin
  update users set session_version = session_version + 1 where id = old.user_id;
  return null;
end $$;
--> statement-breakpoint
create trigger end_sessions after update on memberships
  for each row when (old.role is distinct from new.role) execute function end_sessions_of_member();
--> statement-breakpoint
create trigger end_sessions_of_former after delete on memberships
  for each row execute function end_sessions_of_member();
--> statement-breakpoint
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of % stay as they are', tg_table_name using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger refuse_change before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
--> statement-breakpoint
-- Retries of leads that are stored already are known by what the process makes of them:
-- server/services/leads/repeat-keys.ts.
insert into idempotency_keys (company_id, key, lead_id, expires_at)
select distinct on (company_id, key) company_id, key, id, 'infinity'
from (
  select company_id, id, created_at, encode(substring(sha256(convert_to(concat_ws('|',
    'external', step_id, octet_length(external_lead_id), external_lead_id,
    array_to_string(phones, ','), name), 'UTF8')) for 16), 'hex')::uuid as key
  from leads where external_lead_id is not null and origin = 'public_api'
) known
order by company_id, key, created_at, id;
