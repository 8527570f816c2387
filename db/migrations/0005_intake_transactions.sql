-- A group takes its idempotency keys before it inserts their leads: the reference is checked at the
-- end of the transaction.
alter table idempotency_keys
  drop constraint idempotency_keys_company_id_lead_id_leads_company_id_id_fk;
--> statement-breakpoint
alter table idempotency_keys
  add constraint idempotency_keys_company_id_lead_id_leads_company_id_id_fk
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
  deferrable initially deferred;
--> statement-breakpoint
drop type new_lead;
--> statement-breakpoint
alter table rate_buckets add column granted double precision default 0 not null;
