import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import type { Submission } from '../intake/lead.ts';

interface SentRequest {
  /** Of its entry. */
  id: string;
  at: Date;
  submission: Pick<Submission, 'stepId' | 'name' | 'phones' | 'email' | 'message' | 'customFields'>;
}

/**
 * Leads that the sender has created since a request was refused, with all that it says of the person: a
 * retry that came before the replay. Leads of the replay itself do not count.
 *
 * @returns ids of leads by those of entries
 */
export async function findLeadsSince(
  tx: Pick<Transaction, 'execute'>,
  { companyId, apiKeyId, id }: { companyId: string; apiKeyId: string; id: string },
  requests: readonly SentRequest[],
): Promise<Map<string, string>> {
  if (requests.length === 0) return new Map();

  const sent = requests.map(({ id: entryId, at, submission }) => ({
    id: entryId,
    at: at.toISOString(),
    step: submission.stepId,
    name: submission.name,
    phones: submission.phones ?? [],
    email: submission.email ?? null,
    message: submission.message ?? null,
    custom: submission.customFields ?? {},
  }));
  // First by the names of all: without statistics, a join alone reads the leads once for each request.
  const names = JSON.stringify(sent.map(({ name }) => name));
  const rows = await tx.execute<{ id: string; leadId: string }>(sql`
    select distinct on (sent.id) sent.id, l.id as "leadId"
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as sent (
      id uuid, at timestamptz, step uuid, name text, phones jsonb, email text, message text, custom jsonb)
    join leads l on l.step_id = sent.step and l.name = sent.name and l.created_at > sent.at
    where l.company_id = ${companyId} and l.api_key_id = ${apiKeyId} and l.origin <> 'test'
      and l.name = any(array(select jsonb_array_elements_text(${names}::jsonb)))
      and l.created_at > ${sent.map(({ at }) => at).toSorted()[0]}::timestamptz
      and to_jsonb(l.phones) = sent.phones
      and l.email is not distinct from sent.email
      and l.message is not distinct from sent.message
      and coalesce(l.custom_fields, '{}') = sent.custom
      and not exists (
        select from replay_requests r
        where r.company_id = ${companyId} and r.replay_id = ${id} and r.entry_id = l.id)
    order by sent.id, l.created_at`);
  return new Map(rows.map((row) => [row.id, row.leadId]));
}
