ALTER TABLE "steps" VALIDATE CONSTRAINT "lead_outcome_is_known";
