ALTER TABLE "api_keys" ADD COLUMN "secret_copied_at" timestamp (3) with time zone;--> statement-breakpoint
-- Whether the secrets of earlier keys were copied is not known.
update api_keys set secret_copied_at = created_at;
