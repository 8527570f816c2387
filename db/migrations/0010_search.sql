CREATE TABLE "search_blocks" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"block" integer NOT NULL,
	"leads" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "search_words" "tsvector";--> statement-breakpoint
ALTER TABLE "search_blocks" ADD CONSTRAINT "search_blocks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leads_search" ON "leads" USING gin ("search_words") WITH (fastupdate=true,gin_pending_list_limit=65536) WHERE "leads"."search_words" is not null;--> statement-breakpoint
CREATE INDEX "leads_without_words" ON "leads" USING btree ("company_id","id") WHERE "leads"."search_words" is null;--> statement-breakpoint
-- Only the owner of an index may merge its list; the product serves with another role.
create function merge_search_words() returns bigint language sql security definer
set search_path = pg_catalog
as $$ select gin_clean_pending_list('public.leads_search') $$;
