import { type SQL, sql } from 'drizzle-orm';
import { announceChange } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { auditLog } from '#db/schema/audit-log.ts';
import type { AuditDetails, RecordedAction } from '#db/values/audit.ts';
import { type Change, everything, mergeChanges } from '#db/values/changes.ts';
import type { SystemActor, UserActor } from '../actor.ts';

/** Who an entry names as the actor. */
export type Author =
  | Pick<UserActor, 'kind' | 'userId' | 'name' | 'address'>
  | Pick<SystemActor, 'kind' | 'name'>;

interface Entry {
  action: RecordedAction;
  subject: { id: string; name: string };
  details?: AuditDetails;
  /** What else open screens have to read again. */
  change?: Change;
}

/**
 * What open screens show of the subject of an action, beside its entry in the audit log. The settings
 * of a company and the role of a member decide which leads members see.
 */
function changeOf(action: RecordedAction, id: string): Change {
  switch (action) {
    case 'leads.create':
    case 'leads.erase':
    case 'leads.removeTest':
      return { leads: [id] };
    case 'companies.update':
    case 'members.changeRole':
      return everything;
    case 'members.add':
    case 'users.activate':
    case 'users.deactivate':
      return { members: 'all' };
    default:
  }
  if (action.startsWith('apiKeys.')) return { keys: [id] };
  if (action.startsWith('messageTemplates.')) return { templates: [id] };
  return action.startsWith('funnels.') ? { funnels: [id] } : {};
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
  { action, subject, details, change = {} }: Entry,
): Promise<void> {
  const { companyId } = author;
  const entry = {
    companyId,
    id: newId(),
    action,
    actorKind: author.kind,
    actorName: author.name,
    ...originOf(author),
    subjectId: subject.id,
    subjectName: subject.name,
    details,
  };
  const shown = mergeChanges(changeOf(action, subject.id), { ...change, audit: 'all' });
  // In one flight.
  await Promise.all([tx.insert(auditLog).values(entry), announceChange(tx, companyId, shown)]);
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

  const entries = await tx.execute<{ companyId: string }>(sql`
    insert into audit_log
      (company_id, id, action, actor_kind, actor_id, actor_name, address, subject_id, subject_name,
        details)
    select member.company_id, ${newId()}::uuid, ${action}::text, ${author.kind}::text,
      ${actorId}::uuid, ${author.name}::text, ${address}::text, u.id, u.name, ${jsonOf(details)}
    from users u join memberships member on member.user_id = u.id
    where u.id = ${userId}
    returning company_id as "companyId"`);
  const shown = { ...changeOf(action, userId), audit: 'all' } as const;
  await Promise.all(entries.map(({ companyId }) => announceChange(tx, companyId, shown)));
}

type Value = string | null;

/** Before and after; `differs` where the texts alone do not show it. */
type Setting = [from: Value, to: Value, differs?: boolean];

/**
 * The details of a change, as `{"name": {"from": "Old", "to": "New"}}`; `undefined` when nothing
 * differs.
 */
export function changesOf(settings: Record<string, Setting>): AuditDetails | undefined {
  const changes = Object.entries(settings)
    .filter(([, [from, to, differs = from !== to]]) => differs)
    .map(([name, [from, to]]) => [name, { from, to }] as const);

  return changes.length > 0 ? Object.fromEntries(changes) : undefined;
}
