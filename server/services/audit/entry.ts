import { type SQL, sql } from 'drizzle-orm';
import { newId } from '#db/id.ts';
import type { AuditAction } from '#db/values/audit.ts';
import type { SystemActor, UserActor } from '../actor.ts';

/** Whose doing an entry is. */
export type Author =
  | Pick<UserActor, 'kind' | 'userId' | 'name' | 'address'>
  | Pick<SystemActor, 'kind' | 'name'>;

const into = sql`insert into audit_log
  (company_id, id, action, actor_kind, actor_id, actor_name, address, subject_id, subject_name, details)`;

function authorColumns(author: Author): SQL {
  const { userId, address } = author.kind === 'user' ? author : { userId: null, address: null };
  return sql`${author.kind}::text, ${userId}::uuid, ${author.name}::text, ${address}::text`;
}

/**
 * The `insert` of an entry for each row of `changed`, which gives `id` and `name` of what was
 * changed. As a part of the statement that changes it: then there is no change without its entry.
 *
 * @param details a `jsonb` made of the columns of `changed`
 */
export const companyEntry = (
  author: Author & { companyId: string },
  action: AuditAction,
  changed: SQL,
  details: SQL = sql`null::jsonb`,
): SQL => sql`${into}
  select ${author.companyId}::uuid, ${newId()}::uuid, ${action}::text, ${authorColumns(author)},
    changed.id, changed.name, ${details}
  from ${changed} as changed`;

/**
 * The same for what belongs to a user and no company: an entry in the log of every company of the
 * users in `changed`.
 */
export const userEntry = (
  author: Author,
  action: AuditAction,
  changed: SQL,
  details: SQL = sql`null::jsonb`,
): SQL => sql`${into}
  select member.company_id, ${newId()}::uuid, ${action}::text, ${authorColumns(author)},
    changed.id, changed.name, ${details}
  from ${changed} as changed join memberships member on member.user_id = changed.id`;

/** What people are told of a setting. */
interface Setting {
  was: SQL;
  becomes: SQL;
  /** Where the words alone do not tell. */
  differs?: SQL;
}

/** The details of what differs, as `{"name": {"from": "Old", "to": "New"}}`; null if nothing does. */
export function changes(settings: Record<string, Setting>): SQL {
  const rows = Object.entries(settings).map(
    ([name, { was, becomes, differs = sql`${was} is distinct from ${becomes}` }]) =>
      sql`(${name}::text, ${was}::text, ${becomes}::text, ${differs})`,
  );

  return sql`(
    select jsonb_object_agg(name, jsonb_build_object('from', was, 'to', becomes))
    from (values ${sql.join(rows, sql`, `)}) setting (name, was, becomes, differs)
    where differs)`;
}
