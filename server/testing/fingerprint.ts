import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';

const tenantTables = [
  'api_keys',
  'api_key_funnels',
  'api_key_steps',
  'key_ignored_fields',
  'inbound_addresses',
  'funnels',
  'steps',
  'step_counters',
  'leads',
  'lead_events',
  'memberships',
  'message_templates',
  'audit_log',
];

/**
 * A hash of what a company has in each table.
 *
 * @param db a transaction sees what it has changed
 */
export async function fingerprint(
  db: Pick<Database, 'execute'>,
  companyId: string,
): Promise<Record<string, string>> {
  const hashes = tenantTables.map(
    (table) => sql`
      select ${table}::text as name, md5(string_agg(t::text, '|' order by t::text)) as hash
      from ${sql.identifier(table)} t where company_id = ${companyId}`,
  );
  const rows = await db.execute<{ name: string; hash: string }>(sql.join(hashes, sql` union all `));

  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
