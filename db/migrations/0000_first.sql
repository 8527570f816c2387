CREATE TABLE "api_key_funnels" (
	"company_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"funnel_id" uuid NOT NULL,
	CONSTRAINT "api_key_funnels_company_id_api_key_id_funnel_id_pk" PRIMARY KEY("company_id","api_key_id","funnel_id")
);
--> statement-breakpoint
CREATE TABLE "api_key_steps" (
	"company_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	CONSTRAINT "api_key_steps_company_id_api_key_id_step_id_pk" PRIMARY KEY("company_id","api_key_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"last4" text NOT NULL,
	"permissions" text[] NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"deactivated_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"first_used_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_client" text,
	"successor_id" uuid,
	"overlap_seconds" integer,
	CONSTRAINT "api_keys_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "api_keys_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "key_usage" (
	"company_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"requests" integer NOT NULL,
	CONSTRAINT "key_usage_company_id_api_key_id_hour_pk" PRIMARY KEY("company_id","api_key_id","hour")
);
--> statement-breakpoint
CREATE TABLE "application_hosts" (
	"host" text PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "host_is_normalized" CHECK ("application_hosts"."host" = lower("application_hosts"."host"))
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "applications_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "companies_slug_unique" UNIQUE("slug"),
	CONSTRAINT "companies_applicationId_id_unique" UNIQUE("application_id","id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_company_id_user_id_pk" PRIMARY KEY("company_id","user_id"),
	CONSTRAINT "role_is_known" CHECK ("memberships"."role" in ('viewer', 'agent', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"subject" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"deactivated_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_applicationId_id_unique" UNIQUE("application_id","id"),
	CONSTRAINT "users_applicationId_email_unique" UNIQUE("application_id","email"),
	CONSTRAINT "email_is_lower_case" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "funnels" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "funnels_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "step_counters" (
	"company_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"day" date NOT NULL,
	"leads" bigint NOT NULL,
	CONSTRAINT "step_counters_company_id_step_id_day_pk" PRIMARY KEY("company_id","step_id","day")
);
--> statement-breakpoint
CREATE TABLE "steps" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"funnel_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "steps_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"pepper_mark" "bytea" NOT NULL,
	CONSTRAINT "one_row" CHECK ("installation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"phones" text[] NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contacts_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "lead_events" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"type" text NOT NULL,
	"from" text,
	"to" text,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lead_events_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"name" text NOT NULL,
	"phones" text[] NOT NULL,
	"email" text,
	"segment" text NOT NULL,
	"status" text NOT NULL,
	"priority" text NOT NULL,
	"temperature" text NOT NULL,
	"source" text NOT NULL,
	"medium" text NOT NULL,
	"channel" text NOT NULL,
	"campaign_name" text,
	"ad_name" text,
	"adset_name" text,
	"form_id" text,
	"external_lead_id" text,
	"page_id" text,
	"page_name" text,
	"utm_source" text,
	"utm_medium" text,
	"utm_campaign" text,
	"utm_term" text,
	"utm_content" text,
	"gclid" text,
	"fbclid" text,
	"custom_fields" jsonb,
	"origin" text NOT NULL,
	"api_key_id" uuid,
	"request_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "leads_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "status_is_known" CHECK ("leads"."status" in ('new', 'contacted', 'qualified', 'nurturing', 'unqualified', 'converted', 'lost')),
	CONSTRAINT "priority_is_known" CHECK ("leads"."priority" in ('low', 'medium', 'high', 'urgent')),
	CONSTRAINT "temperature_is_known" CHECK ("leads"."temperature" in ('cold', 'warm', 'hot')),
	CONSTRAINT "origin_is_known" CHECK ("leads"."origin" in ('public_api', 'manual', 'import', 'test'))
);
--> statement-breakpoint
ALTER TABLE "api_key_funnels" ADD CONSTRAINT "api_key_funnels_company_id_api_key_id_api_keys_company_id_id_fk" FOREIGN KEY ("company_id","api_key_id") REFERENCES "public"."api_keys"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_funnels" ADD CONSTRAINT "api_key_funnels_company_id_funnel_id_funnels_company_id_id_fk" FOREIGN KEY ("company_id","funnel_id") REFERENCES "public"."funnels"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_steps" ADD CONSTRAINT "api_key_steps_company_id_api_key_id_api_keys_company_id_id_fk" FOREIGN KEY ("company_id","api_key_id") REFERENCES "public"."api_keys"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_steps" ADD CONSTRAINT "api_key_steps_company_id_step_id_steps_company_id_id_fk" FOREIGN KEY ("company_id","step_id") REFERENCES "public"."steps"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_company_id_successor_id_api_keys_company_id_id_fk" FOREIGN KEY ("company_id","successor_id") REFERENCES "public"."api_keys"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_usage" ADD CONSTRAINT "key_usage_company_id_api_key_id_api_keys_company_id_id_fk" FOREIGN KEY ("company_id","api_key_id") REFERENCES "public"."api_keys"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_hosts" ADD CONSTRAINT "application_hosts_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_application_id_company_id_companies_application_id_id_fk" FOREIGN KEY ("application_id","company_id") REFERENCES "public"."companies"("application_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_application_id_user_id_users_application_id_id_fk" FOREIGN KEY ("application_id","user_id") REFERENCES "public"."users"("application_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funnels" ADD CONSTRAINT "funnels_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "step_counters" ADD CONSTRAINT "step_counters_company_id_step_id_steps_company_id_id_fk" FOREIGN KEY ("company_id","step_id") REFERENCES "public"."steps"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "steps" ADD CONSTRAINT "steps_company_id_funnel_id_funnels_company_id_id_fk" FOREIGN KEY ("company_id","funnel_id") REFERENCES "public"."funnels"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_events" ADD CONSTRAINT "lead_events_company_id_lead_id_leads_company_id_id_fk" FOREIGN KEY ("company_id","lead_id") REFERENCES "public"."leads"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_company_id_step_id_steps_company_id_id_fk" FOREIGN KEY ("company_id","step_id") REFERENCES "public"."steps"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_company_id_contact_id_contacts_company_id_id_fk" FOREIGN KEY ("company_id","contact_id") REFERENCES "public"."contacts"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_company_id_api_key_id_api_keys_company_id_id_fk" FOREIGN KEY ("company_id","api_key_id") REFERENCES "public"."api_keys"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_funnels_company_id_funnel_id_index" ON "api_key_funnels" USING btree ("company_id","funnel_id");--> statement-breakpoint
CREATE INDEX "api_key_steps_company_id_step_id_index" ON "api_key_steps" USING btree ("company_id","step_id");--> statement-breakpoint
CREATE INDEX "api_keys_company_id_successor_id_index" ON "api_keys" USING btree ("company_id","successor_id") WHERE "api_keys"."successor_id" is not null;--> statement-breakpoint
CREATE INDEX "api_keys_created_by_index" ON "api_keys" USING btree ("created_by") WHERE "api_keys"."created_by" is not null;--> statement-breakpoint
CREATE INDEX "application_hosts_application_id_index" ON "application_hosts" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "memberships_user_id_index" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "steps_company_id_funnel_id_index" ON "steps" USING btree ("company_id","funnel_id");--> statement-breakpoint
CREATE INDEX "lead_events_company_id_lead_id_created_at_index" ON "lead_events" USING btree ("company_id","lead_id","created_at");--> statement-breakpoint
CREATE INDEX "leads_step_newest" ON "leads" USING btree ("company_id","step_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "leads_company_id_contact_id_index" ON "leads" USING btree ("company_id","contact_id");--> statement-breakpoint
CREATE INDEX "leads_company_id_api_key_id_index" ON "leads" USING btree ("company_id","api_key_id") WHERE "leads"."api_key_id" is not null;