import { type SQL, sql } from 'drizzle-orm';
import { announceCompany } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { auditLog } from '#db/schema/audit-log.ts';
import type { AuditDetails, RecordedAction } from '#db/values/audit.ts';
import type { SystemActor, UserActor } from '../actor.ts';

/** Who an entry names as the actor. */
export type Author =
  | Pick<UserActor, 'kind' | 'userId' | 'name' | 'address'>
  | Pick<SystemActor, 'kind' | 'name'>;

interface Entry {
  action: RecordedAction;
  subject: { id: string; name: string };
  details?: AuditDetails;
}

const originOf = (author: Author) =>
  author.kind === 'user'
    ? { actorId: author.userId, address: author.address }
    : { actorId: null, address: null };

/**
 * Adds an entry to the company's audit log, and tells its open screens. Call it in the transaction
 * of the change, so that neither is stored without the other.
 */
export async function recordAudit(
  tx: Pick<Database, 'insert' | 'execute'>,
  author: Author & { companyId: string },
  { action, subject, details }: Entry,
): Promise<void> {
  await tx.insert(auditLog).values({
    companyId: author.companyId,
    id: newId(),
    action,
    actorKind: author.kind,
    actorName: author.name,
    ...originOf(author),
    subjectId: subject.id,
    subjectName: subject.name,
    details,
  });
  await announceCompany(tx, author.companyId);
}

interface UserEntry {
  userId: string;
  action: Extract<RecordedAction, `users.${string}`>;
  details?: AuditDetails;
}

/** A `jsonb` parameter. */
const jsonOf = (details: AuditDetails | undefined): SQL =>
  sql`${details ? JSON.stringify(details) : null}::jsonb`;

/** Adds an entry about a user to the log of each company of that user, in the same way. */
export async function recordUserAudit(
  tx: Pick<Database, 'execute'>,
  author: Author,
  { userId, action, details }: UserEntry,
): Promise<void> {
  const { actorId, address } = originOf(author);

  await tx.execute(sql`
    insert into audit_log
      (company_id, id, action, actor_kind, actor_id, actor_name, address, subject_id, subject_name,
        details)
    select member.company_id, ${newId()}::uuid, ${action}::text, ${author.kind}::text,
      ${actorId}::uuid, ${author.name}::text, ${address}::text, u.id, u.name, ${jsonOf(details)}
    from users u join memberships member on member.user_id = u.id
    where u.id = ${userId}`);
}

type Value = string | null;

/** Before and after; `differs` where the texts alone do not show it. */
type Change = [from: Value, to: Value, differs?: boolean];

/**
 * The details of a change, as `{"name": {"from": "Old", "to": "New"}}`; `undefined` when nothing
 * differs.
 */
export function changesOf(settings: Record<string, Change>): AuditDetails | undefined {
  const changes = Object.entries(settings)
    .filter(([, [from, to, differs = from !== to]]) => differs)
    .map(([name, [from, to]]) => [name, { from, to }] as const);

  return changes.length > 0 ? Object.fromEntries(changes) : undefined;
}
