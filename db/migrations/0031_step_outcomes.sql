ALTER TABLE "companies" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "lost_reasons" text[];--> statement-breakpoint
ALTER TABLE "steps" ADD COLUMN "lead_outcome" text;--> statement-breakpoint
ALTER TABLE "lead_events" ADD COLUMN "undoes" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "lost_reason" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "won_amount" numeric;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "won_currency" text;--> statement-breakpoint
ALTER TABLE "steps" ADD CONSTRAINT "lead_outcome_is_known" CHECK ("steps"."lead_outcome" in ('won', 'lost')) NOT VALID;