ALTER TABLE "leads" ADD COLUMN "platform" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "is_organic" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "name_from" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "unread_phones" text[];--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "unread_values" jsonb;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "phone_marks" jsonb;