-- Terms of filters are shorter: the words of all leads are made again.
UPDATE "leads" SET "search_words" = NULL
FROM "companies" WHERE "companies"."id" = "leads"."company_id" AND "search_words" IS NOT NULL;
