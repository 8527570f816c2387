ALTER TABLE "companies" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "day" date;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "time_zone_is_known" CHECK (isfinite(timestamp '2000-01-01' at time zone "companies"."time_zone"));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "time_zone_is_known" CHECK (isfinite(timestamp '2000-01-01' at time zone "users"."time_zone"));