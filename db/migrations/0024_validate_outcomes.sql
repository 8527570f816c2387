ALTER TABLE "intake_groups" VALIDATE CONSTRAINT "outcome_is_known";
