ALTER TABLE "steps" VALIDATE CONSTRAINT "outcome_is_known";
