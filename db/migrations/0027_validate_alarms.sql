ALTER TABLE "key_alarms" VALIDATE CONSTRAINT "kind_is_known";
