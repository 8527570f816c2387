import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { intakeGroups, intakeLog } from '#db/schema/intake-log.ts';
import { needsPerson } from '#db/values/intake-log.ts';
import { InvalidError, NotFoundError } from '../services/errors.ts';

/** A group of the intake log whose requests can be sent or read again. */
export interface ReplayGroup {
  companyId: string;
  groupId: string;
  apiKeyId: string;
  /** That the requests were sent to, if their path named one. */
  stepId: string | null;
  cause: string;
  /** Refused requests are sent again; of leads that were created, what was sent is read again. */
  kind: 'send' | 'read';
}

/** @throws NotFoundError; InvalidError for requests that became nothing else */
export async function findReplayGroup(
  db: Pick<Database, 'select'>,
  companyId: string,
  groupId: string,
): Promise<ReplayGroup> {
  const [group] = await db
    .select({
      apiKeyId: intakeGroups.apiKeyId,
      stepId: intakeGroups.stepId,
      cause: intakeGroups.cause,
      outcome: intakeGroups.outcome,
    })
    .from(intakeGroups)
    .where(and(eq(intakeGroups.companyId, companyId), eq(intakeGroups.groupId, groupId)))
    .limit(1);
  if (!group) throw new NotFoundError('These requests are not in the log');

  const { outcome, ...rest } = group;
  if (!needsPerson(outcome) && outcome !== 'created') {
    throw new InvalidError('Only refused requests, and those that created leads, are sent again');
  }
  return { companyId, groupId, ...rest, kind: needsPerson(outcome) ? 'send' : 'read' };
}

/** Of a group: refused requests that have no lead yet, or the others. */
export const isOpen = ({ companyId, groupId, kind }: ReplayGroup): SQL | undefined =>
  and(
    eq(intakeLog.companyId, companyId),
    eq(intakeLog.groupId, groupId),
    kind === 'send' ? isNull(intakeLog.leadId) : isNotNull(intakeLog.leadId),
  );

/** Of these, the ones that can be read: a dry run was to create nothing. */
export const canBeReplayed = (group: ReplayGroup): SQL | undefined =>
  and(
    isOpen(group),
    eq(intakeLog.body, 'stored'),
    group.kind === 'send' ? sql`${intakeLog.headers} ->> 'isDryRun' is null` : undefined,
  );
