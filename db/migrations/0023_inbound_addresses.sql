CREATE TABLE "inbound_addresses" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"name" text NOT NULL,
	"preset" text NOT NULL,
	"address_hash" "bytea" NOT NULL,
	"sealed_address" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"former_hash" "bytea",
	"former_until" timestamp (3) with time zone,
	"sealed_proof" "bytea",
	"networks" text[] DEFAULT '{}' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paused_at" timestamp (3) with time zone,
	CONSTRAINT "inbound_addresses_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "inbound_addresses_addressHash_unique" UNIQUE("address_hash"),
	CONSTRAINT "inbound_addresses_formerHash_unique" UNIQUE("former_hash"),
	CONSTRAINT "preset_is_known" CHECK ("inbound_addresses"."preset" in ('googleAds', 'metaLead', 'elementor', 'typeform', 'webflow', 'unbounce', 'tally', 'jotform', 'gravityForms', 'contactForm7', 'wpforms', 'hubspot', 'rdStation', 'calCom', 'callRail', 'whatsappEvolution', 'whatsappCloud', 'htmlForm', 'other'))
);
--> statement-breakpoint
ALTER TABLE "intake_groups" DROP CONSTRAINT "outcome_is_known";--> statement-breakpoint
ALTER TABLE "inbound_addresses" ADD CONSTRAINT "inbound_addresses_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_addresses" ADD CONSTRAINT "inbound_addresses_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_addresses" ADD CONSTRAINT "inbound_addresses_company_id_api_key_id_api_keys_company_id_id_fk" FOREIGN KEY ("company_id","api_key_id") REFERENCES "public"."api_keys"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbound_addresses_company_id_api_key_id_index" ON "inbound_addresses" USING btree ("company_id","api_key_id");--> statement-breakpoint
CREATE INDEX "inbound_addresses_created_by_index" ON "inbound_addresses" USING btree ("created_by") WHERE "inbound_addresses"."created_by" is not null;--> statement-breakpoint
ALTER TABLE "intake_groups" ADD CONSTRAINT "outcome_is_known" CHECK ("intake_groups"."outcome" in ('created', 'replayed', 'answered', 'batch', 'refused', 'held')) NOT VALID;