CREATE TABLE "key_ignored_fields" (
	"company_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"name" text NOT NULL,
	"requests" bigint NOT NULL,
	"last_sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "key_ignored_fields_company_id_api_key_id_name_pk" PRIMARY KEY("company_id","api_key_id","name")
);
--> statement-breakpoint
CREATE TABLE "key_requests" (
	"company_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"id" uuid NOT NULL,
	"status" integer NOT NULL,
	"message" text NOT NULL,
	"request_id" text NOT NULL,
	"ignored_fields" text[] NOT NULL,
	CONSTRAINT "key_requests_company_id_api_key_id_at_id_pk" PRIMARY KEY("company_id","api_key_id","at","id")
);
--> statement-breakpoint
CREATE TABLE "simulations" (
	"company_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"digest" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "simulations_company_id_api_key_id_digest_pk" PRIMARY KEY("company_id","api_key_id","digest")
);
--> statement-breakpoint
DROP INDEX "leads_step_newest";--> statement-breakpoint
ALTER TABLE "key_usage" ADD COLUMN "outcome" text DEFAULT 'answered' NOT NULL;--> statement-breakpoint
ALTER TABLE "key_usage" DROP CONSTRAINT "key_usage_company_id_api_key_id_hour_pk";--> statement-breakpoint
ALTER TABLE "leads" ALTER COLUMN "contact_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "key_usage" ADD CONSTRAINT "key_usage_company_id_api_key_id_hour_outcome_pk" PRIMARY KEY("company_id","api_key_id","hour","outcome");--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "kind" text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "kept_fields" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "gbraid" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "wbraid" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "msclkid" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "ttclid" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "li_fat_id" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "message" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "ignored_fields" text[];--> statement-breakpoint
ALTER TABLE "key_ignored_fields" ADD CONSTRAINT "key_ignored_fields_company_id_api_key_id_api_keys_company_id_id_fk" FOREIGN KEY ("company_id","api_key_id") REFERENCES "public"."api_keys"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_requests" ADD CONSTRAINT "key_requests_company_id_api_key_id_api_keys_company_id_id_fk" FOREIGN KEY ("company_id","api_key_id") REFERENCES "public"."api_keys"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulations" ADD CONSTRAINT "simulations_company_id_api_key_id_api_keys_company_id_id_fk" FOREIGN KEY ("company_id","api_key_id") REFERENCES "public"."api_keys"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "simulations_expires_at_index" ON "simulations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "key_usage_hour_index" ON "key_usage" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "leads_tests" ON "leads" USING btree ("step_id","created_at","id") WHERE "leads"."origin" = 'test';--> statement-breakpoint
CREATE INDEX "leads_step_newest" ON "leads" USING btree ("step_id","created_at","id") WHERE "leads"."origin" <> 'test';--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "kind_is_known" CHECK ("api_keys"."kind" in ('live', 'rehearsal'));--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "has_contact_or_is_test" CHECK ("leads"."contact_id" is not null or "leads"."origin" = 'test');