ALTER TABLE "memberships" VALIDATE CONSTRAINT "new_leads_are_known";
