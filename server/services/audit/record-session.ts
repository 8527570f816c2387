import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';

interface SessionEvent {
  userId: string;
  /** IP address that the request came from. */
  address: string;
}

/** These entries name no subject: the user is the actor. */
const into = sql`insert into audit_log
  (company_id, id, action, actor_kind, actor_id, actor_name, address, details)`;

/**
 * Records a sign-in or sign-out in the log of each company of the user. Call it in the transaction
 * that begins or ends the session.
 */
export async function recordSession(
  tx: Pick<Database, 'execute'>,
  action: 'session.signIn' | 'session.signOut',
  { userId, address }: SessionEvent,
): Promise<void> {
  await tx.execute(sql`${into}
    select member.company_id, ${newId()}::uuid, ${action}::text, 'user', u.id, u.name,
      ${address}::text, null
    from users u join memberships member on member.user_id = u.id
    where u.id = ${userId}`);
}

export type Refusal =
  | 'wrong password'
  | 'wrong code'
  | 'deactivated'
  | 'demo account'
  | 'too many attempts';

interface RefusedSignIn {
  /** Absent when no user has the email address. */
  userId: string | undefined;
  address: string;
  reason: Refusal;
}

/**
 * Records that a sign-in as this user was refused. `too many attempts` is recorded once in 15
 * minutes, so that guessing cannot fill the log. Takes the same work without a user.
 */
export async function recordRefusedSignIn(
  db: Pick<Database, 'execute'>,
  { userId, address, reason }: RefusedSignIn,
): Promise<void> {
  const user = sql`${userId ?? null}::uuid`;

  /* Does not wait for the disk: the time of the answer must not show whether the account exists. */
  await db.execute(sql`${into}
    select member.company_id, ${newId()}::uuid, 'session.refuse', 'user', u.id, u.name,
      ${address}::text, jsonb_build_object('reason', ${reason}::text)
    from (select set_config('synchronous_commit', 'off', true)) as hasty, users u
    join memberships member on member.user_id = u.id
    where u.id = ${user} and (${reason}::text <> 'too many attempts' or not exists (
      select from audit_log recorded
      where recorded.company_id in (select company_id from memberships where user_id = ${user})
        and recorded.actor_id = ${user}
        and recorded.created_at > now() - interval '15 minutes'
        and recorded.details ->> 'reason' = 'too many attempts'))`);
}
