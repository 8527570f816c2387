-- Citus distributes no table with triggers. Services announce changes and end sessions, each in the
-- transaction of the change: docs/adr/0027-change-audit-announce-in-one-transaction.md.
drop trigger announce_new_or_gone on api_keys;
--> statement-breakpoint
drop trigger announce_changed on api_keys;
--> statement-breakpoint
drop trigger announce on api_key_funnels;
--> statement-breakpoint
drop trigger announce on api_key_steps;
--> statement-breakpoint
drop trigger announce on companies;
--> statement-breakpoint
drop trigger announce on steps;
--> statement-breakpoint
drop trigger announce on funnels;
--> statement-breakpoint
drop trigger announce on application_hosts;
--> statement-breakpoint
drop trigger announce on applications;
--> statement-breakpoint
drop function announce();
--> statement-breakpoint
drop trigger end_sessions on users;
--> statement-breakpoint
drop function end_sessions_of_user();
--> statement-breakpoint
drop trigger end_sessions on memberships;
--> statement-breakpoint
drop trigger end_sessions_of_former on memberships;
--> statement-breakpoint
drop function end_sessions_of_member();
--> statement-breakpoint
drop trigger refuse_change on audit_log;
--> statement-breakpoint
drop function refuse_change();
