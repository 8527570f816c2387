import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';

interface SessionEvent {
  userId: string;
  /** Where the request came from. */
  address: string;
}

/** A user at their own sign-in: nobody else is known to be there. */
const into = sql`insert into audit_log
  (company_id, id, action, actor_kind, actor_id, actor_name, address, details)`;

/** Notes in the log of each of the user's companies that they came or went. */
export async function noteSession(
  db: Database,
  action: 'session.signIn' | 'session.signOut',
  { userId, address }: SessionEvent,
): Promise<void> {
  await db.execute(sql`${into}
    select member.company_id, ${newId()}::uuid, ${action}::text, 'user', u.id, u.name,
      ${address}::text, null
    from users u join memberships member on member.user_id = u.id
    where u.id = ${userId}`);
}

export type Refusal = 'wrong password' | 'wrong code' | 'deactivated' | 'too many attempts';

interface RefusedSignIn {
  /** Absent where nobody has the email. */
  userId: string | undefined;
  address: string;
  reason: Refusal;
}

/**
 * Notes that a sign-in as this user was refused; for nobody it takes the same work. That there were
 * too many is noted once in a quarter of an hour, so that guessing cannot fill the log.
 */
export async function noteRefusedSignIn(
  db: Pick<Database, 'execute'>,
  { userId, address, reason }: RefusedSignIn,
): Promise<void> {
  /* Does not wait for the disk, or the time of an answer would tell who has an account. */
  await db.execute(sql`${into}
    select member.company_id, ${newId()}::uuid, 'session.refuse', 'user', u.id, u.name,
      ${address}::text, jsonb_build_object('reason', ${reason}::text)
    from (select set_config('synchronous_commit', 'off', true)) as hasty, users u
    join memberships member on member.user_id = u.id
    where u.id = ${userId ?? null} and (${reason}::text <> 'too many attempts' or not exists (
      select from audit_log noted
      where noted.company_id = member.company_id and noted.actor_id = u.id
        and noted.created_at > now() - interval '15 minutes'
        and noted.details ->> 'reason' = 'too many attempts'))`);
}
