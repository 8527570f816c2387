CREATE TABLE "notification_reads" (
	"company_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_reads_company_id_lead_id_user_id_pk" PRIMARY KEY("company_id","lead_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "new_leads" text DEFAULT 'mine' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_reads" ADD CONSTRAINT "notification_reads_company_id_lead_id_leads_company_id_id_fk" FOREIGN KEY ("company_id","lead_id") REFERENCES "public"."leads"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_reads" ADD CONSTRAINT "notification_reads_company_id_user_id_memberships_company_id_user_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_reads_company_id_user_id_index" ON "notification_reads" USING btree ("company_id","user_id");--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "new_leads_are_known" CHECK ("memberships"."new_leads" in ('mine', 'unassigned', 'all')) NOT VALID;