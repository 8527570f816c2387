CREATE TABLE "intake_groups" (
	"company_id" uuid NOT NULL,
	"day" date NOT NULL,
	"group_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"step_id" uuid,
	"status" integer NOT NULL,
	"outcome" text NOT NULL,
	"cause" text NOT NULL,
	"requests" bigint NOT NULL,
	"dropped_entries" bigint NOT NULL,
	"dropped_bodies" bigint NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "intake_groups_company_id_day_group_id_pk" PRIMARY KEY("company_id","day","group_id"),
	CONSTRAINT "outcome_is_known" CHECK ("intake_groups"."outcome" in ('created', 'replayed', 'answered', 'batch', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "intake_log" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"step_id" uuid,
	"status" integer NOT NULL,
	"outcome" text NOT NULL,
	"message" text NOT NULL,
	"request_id" text NOT NULL,
	"lead_id" uuid,
	"item" integer,
	"ignored_fields" text[] NOT NULL,
	"body" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "intake_log_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "keyless_requests" (
	"company_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"day" date NOT NULL,
	"reason" text NOT NULL,
	"requests" bigint NOT NULL,
	CONSTRAINT "keyless_requests_company_id_step_id_day_reason_pk" PRIMARY KEY("company_id","step_id","day","reason"),
	CONSTRAINT "reason_is_known" CHECK ("keyless_requests"."reason" in ('missing', 'unknown', 'blocked'))
);
--> statement-breakpoint
CREATE TABLE "request_bodies" (
	"company_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sealed" "bytea" NOT NULL,
	CONSTRAINT "request_bodies_company_id_subject_id_id_pk" PRIMARY KEY("company_id","subject_id","id")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "body_retention_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "intake_groups" ADD CONSTRAINT "intake_groups_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyless_requests" ADD CONSTRAINT "keyless_requests_company_id_step_id_steps_company_id_id_fk" FOREIGN KEY ("company_id","step_id") REFERENCES "public"."steps"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "intake_log_company_id_group_id_id_index" ON "intake_log" USING btree ("company_id","group_id","id");--> statement-breakpoint
CREATE INDEX "intake_log_company_id_request_id_index" ON "intake_log" USING btree ("company_id","request_id");--> statement-breakpoint
CREATE INDEX "intake_log_company_id_lead_id_index" ON "intake_log" USING btree ("company_id","lead_id") WHERE "intake_log"."lead_id" is not null;--> statement-breakpoint
-- Ciphertext does not compress: PostgreSQL need not try.
ALTER TABLE "request_bodies" ALTER COLUMN "sealed" SET STORAGE EXTERNAL;
