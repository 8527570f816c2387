CREATE TABLE "replay_requests" (
	"company_id" uuid NOT NULL,
	"replay_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"outcome" text,
	"message" text DEFAULT '' NOT NULL,
	"lead_id" uuid,
	"before" jsonb,
	CONSTRAINT "replay_requests_company_id_replay_id_entry_id_pk" PRIMARY KEY("company_id","replay_id","entry_id"),
	CONSTRAINT "outcome_is_known" CHECK ("replay_requests"."outcome" in ('created', 'repeated', 'filled', 'unchanged', 'refused', 'undone'))
);
--> statement-breakpoint
CREATE TABLE "replays" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"step_id" uuid,
	"status" text NOT NULL,
	"requests" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"created_by_name" text NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" uuid,
	"ended_by_name" text,
	CONSTRAINT "replays_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "status_is_known" CHECK ("replays"."status" in ('running', 'done', 'cancelled', 'undoing', 'undone'))
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "replayed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "intake_log" ADD COLUMN "headers" jsonb;--> statement-breakpoint
ALTER TABLE "replay_requests" ADD CONSTRAINT "replay_requests_company_id_replay_id_replays_company_id_id_fk" FOREIGN KEY ("company_id","replay_id") REFERENCES "public"."replays"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replays" ADD CONSTRAINT "replays_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replays" ADD CONSTRAINT "replays_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replays" ADD CONSTRAINT "replays_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replay_requests_company_id_lead_id_index" ON "replay_requests" USING btree ("company_id","lead_id") WHERE "replay_requests"."lead_id" is not null;--> statement-breakpoint
CREATE INDEX "replays_company_id_group_id_created_at_index" ON "replays" USING btree ("company_id","group_id","created_at");--> statement-breakpoint
CREATE INDEX "replays_open" ON "replays" USING btree ("created_at") WHERE "replays"."status" in ('running', 'undoing');--> statement-breakpoint
CREATE INDEX "replays_created_by_index" ON "replays" USING btree ("created_by") WHERE "replays"."created_by" is not null;--> statement-breakpoint
CREATE INDEX "replays_ended_by_index" ON "replays" USING btree ("ended_by") WHERE "replays"."ended_by" is not null;