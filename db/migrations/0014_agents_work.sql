CREATE TABLE "saved_views" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"user_id" uuid NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "agents_see" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "contact_target" integer DEFAULT 60;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "notified_until" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_events" ADD COLUMN "field" text;--> statement-breakpoint
ALTER TABLE "lead_events" ADD COLUMN "text" text;--> statement-breakpoint
ALTER TABLE "lead_events" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "assigned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "first_contact_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "follow_up_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_views_user_id_index" ON "saved_views" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "leads_owner" ON "leads" USING btree ("owner_id","company_id","id") WHERE "leads"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "leads_assigned" ON "leads" USING btree ("owner_id","company_id","assigned_at") WHERE "leads"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "leads_follow_up" ON "leads" USING btree ("owner_id","company_id","follow_up_at") WHERE "leads"."follow_up_at" is not null;--> statement-breakpoint
CREATE INDEX "leads_deleted" ON "leads" USING btree ("deleted_at") WHERE "leads"."deleted_at" is not null;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "agents_see_is_known" CHECK ("companies"."agents_see" in ('all', 'ownAndUnassigned', 'own'));