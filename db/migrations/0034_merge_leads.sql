CREATE TABLE "distinct_leads" (
	"company_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	CONSTRAINT "distinct_leads_company_id_lead_id_other_id_pk" PRIMARY KEY("company_id","lead_id","other_id")
);
--> statement-breakpoint
CREATE TABLE "lead_merges" (
	"company_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"kept_id" uuid NOT NULL,
	"merged_at" timestamp (3) with time zone NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	CONSTRAINT "lead_merges_company_id_lead_id_pk" PRIMARY KEY("company_id","lead_id")
);
--> statement-breakpoint
ALTER TABLE "distinct_leads" ADD CONSTRAINT "distinct_leads_company_id_lead_id_leads_company_id_id_fk" FOREIGN KEY ("company_id","lead_id") REFERENCES "public"."leads"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distinct_leads" ADD CONSTRAINT "distinct_leads_company_id_other_id_leads_company_id_id_fk" FOREIGN KEY ("company_id","other_id") REFERENCES "public"."leads"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_merges" ADD CONSTRAINT "lead_merges_company_id_lead_id_leads_company_id_id_fk" FOREIGN KEY ("company_id","lead_id") REFERENCES "public"."leads"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_merges" ADD CONSTRAINT "lead_merges_company_id_kept_id_leads_company_id_id_fk" FOREIGN KEY ("company_id","kept_id") REFERENCES "public"."leads"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "distinct_leads_company_id_other_id_index" ON "distinct_leads" USING btree ("company_id","other_id");--> statement-breakpoint
CREATE INDEX "lead_merges_company_id_kept_id_index" ON "lead_merges" USING btree ("company_id","kept_id");