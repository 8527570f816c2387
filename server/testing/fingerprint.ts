import type { TestDatabase } from '#db/testing.ts';

const tenantTables = [
  'api_keys',
  'api_key_funnels',
  'api_key_steps',
  'key_ignored_fields',
  'funnels',
  'steps',
  'step_counters',
  'leads',
  'lead_events',
  'memberships',
  'audit_log',
];

/** A hash of all that a company owns. */
export async function fingerprint({ sql }: TestDatabase, companyId: string): Promise<string> {
  const hashes: string[] = [];
  for (const table of tenantTables) {
    const [row] = await sql`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash
      from ${sql(table)} t where company_id = ${companyId}`;
    hashes.push(String(row?.hash));
  }
  return hashes.join(' ');
}
