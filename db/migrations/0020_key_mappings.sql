CREATE TABLE "key_mappings" (
	"company_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"rules" jsonb NOT NULL,
	"source" text,
	"medium" text,
	"channel" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	CONSTRAINT "key_mappings_company_id_api_key_id_version_pk" PRIMARY KEY("company_id","api_key_id","version"),
	CONSTRAINT "origin_is_whole" CHECK (num_nulls("key_mappings"."source", "key_mappings"."medium", "key_mappings"."channel") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "key_mappings" ADD CONSTRAINT "key_mappings_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_mappings" ADD CONSTRAINT "key_mappings_company_id_api_key_id_api_keys_company_id_id_fk" FOREIGN KEY ("company_id","api_key_id") REFERENCES "public"."api_keys"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "key_mappings_created_by_index" ON "key_mappings" USING btree ("created_by") WHERE "key_mappings"."created_by" is not null;--> statement-breakpoint
-- The fields that keys keep as custom fields become their first mapping. The column stays: the version before reads and writes it.
INSERT INTO "key_mappings" ("company_id", "api_key_id", "version", "rules")
SELECT k."company_id", k."id", 1, (
	SELECT jsonb_agg(jsonb_build_object('path', jsonb_build_array("name"), 'field', 'customFields', 'name', "name") ORDER BY "place")
	FROM unnest(k."kept_fields") WITH ORDINALITY AS "kept" ("name", "place")
) FROM "api_keys" k WHERE k."kept_fields" <> '{}';
