ALTER TABLE "contacts" DROP CONSTRAINT "contacts_company_id_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "leads" DROP CONSTRAINT "leads_company_id_api_key_id_api_keys_company_id_id_fk";
