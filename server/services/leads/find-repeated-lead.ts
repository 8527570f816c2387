import type postgres from 'postgres';
import { asCreated, type NewLead } from './create-lead.ts';

export interface RepeatedLead {
  /** Digest of the step and body that it was created from, when that had an `Idempotency-Key`. */
  request: string | null;
  /** As it was created. */
  lead: NewLead;
}

type Row = Omit<NewLead, keyof typeof asCreated> & { request: string | null };

/**
 * The lead that was created under a key which an insert found taken. A minute of grace, because that
 * insert looked at the clock before.
 */
export async function findRepeatedLead(
  sql: postgres.Sql,
  { companyId, key }: { companyId: string; key: string },
): Promise<RepeatedLead | undefined> {
  const [row] = await sql<Row[]>`
    select k.request, l.id, l.contact_id as "contactId", l.segment, l.source, l.medium, l.channel,
      to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from idempotency_keys k join leads l on l.company_id = k.company_id and l.id = k.lead_id
    where k.company_id = ${companyId} and k.key = ${key}
      and k.expires_at > now() - interval '1 minute'`;
  if (!row) return undefined;

  const { request, ...lead } = row;
  return { request, lead: { ...asCreated, ...lead } };
}
