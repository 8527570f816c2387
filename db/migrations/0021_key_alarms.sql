CREATE TABLE "key_alarms" (
	"company_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"figures" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "key_alarms_company_id_api_key_id_kind_pk" PRIMARY KEY("company_id","api_key_id","kind"),
	CONSTRAINT "kind_is_known" CHECK ("key_alarms"."kind" in ('withoutPhone', 'withoutEmail', 'withoutName', 'unread', 'refused', 'silence', 'sameIdempotencyKey', 'expiry'))
);
--> statement-breakpoint
CREATE TABLE "key_lead_counts" (
	"company_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"leads" integer NOT NULL,
	"without_phone" integer NOT NULL,
	"without_email" integer NOT NULL,
	"without_name" integer NOT NULL,
	"unread" integer NOT NULL,
	"refused" integer NOT NULL,
	"same_key" integer NOT NULL,
	CONSTRAINT "key_lead_counts_company_id_api_key_id_at_pk" PRIMARY KEY("company_id","api_key_id","at")
);
--> statement-breakpoint
ALTER TABLE "key_alarms" ADD CONSTRAINT "key_alarms_company_id_api_key_id_api_keys_company_id_id_fk" FOREIGN KEY ("company_id","api_key_id") REFERENCES "public"."api_keys"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_lead_counts" ADD CONSTRAINT "key_lead_counts_company_id_api_key_id_api_keys_company_id_id_fk" FOREIGN KEY ("company_id","api_key_id") REFERENCES "public"."api_keys"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "key_lead_counts_at_index" ON "key_lead_counts" USING btree ("at");