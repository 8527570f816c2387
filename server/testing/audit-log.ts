import { afterAll, beforeAll } from 'vitest';
import type { TestDatabase } from '#db/testing.ts';
import type { AuditDetails } from '#db/values/audit.ts';

interface StoredEntry {
  action: string;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string;
  address: string | null;
  subject_id: string | null;
  subject_name: string | null;
  details: AuditDetails | null;
}

/** The audit log of a company as it is stored, the oldest first. */
export const readAuditLog = (database: TestDatabase, companyId: string) =>
  database.sql<StoredEntry[]>`
    select action, actor_kind, actor_id, actor_name, address, subject_id, subject_name, details
    from audit_log where company_id = ${companyId} order by created_at, id`;

/** Inside a `describe`: no entry can be stored. */
export function withFullAuditLog(database: TestDatabase): void {
  beforeAll(async () => {
    await database.sql`
      create function fail() returns trigger language plpgsql as 'begin raise exception $x$full$x$; end'`;
    await database.sql`
      create trigger fail before insert on audit_log for each row execute function fail()`;
  });
  afterAll(async () => {
    await database.sql`drop trigger fail on audit_log`;
  });
}
