import type { Database } from '../client.ts';
import { idAtTime, newId } from '../id.ts';
import { groupIdOf } from '../intake-group.ts';
import { intakeGroups, intakeLog } from '../schema/intake-log.ts';

type Entry = typeof intakeLog.$inferInsert;
type Given = Partial<Entry> & Pick<Entry, 'companyId' | 'apiKeyId'> & { cause?: string };

/** The row of a refused request, without its group. */
export function logEntry({ cause = '', ...given }: Given): Entry {
  const { apiKeyId, stepId = null, status = 400, outcome = 'refused', at = new Date() } = given;
  return {
    id: given.at ? idAtTime(at.getTime()) : newId(),
    groupId: groupIdOf({ apiKeyId, stepId, status, outcome, cause }),
    ...{ stepId, status, outcome, at },
    message: cause,
    requestId: newId(),
    ignoredFields: [],
    body: 'notRead',
    ...given,
  };
}

/** An entry of the intake log, counted in its group. Refused unless given otherwise. */
export async function addLogEntry(db: Database, given: Given): Promise<Entry> {
  const entry = logEntry(given);
  const { companyId, groupId, apiKeyId, stepId, status, outcome, at } = entry;
  await db.insert(intakeLog).values(entry);
  await db
    .insert(intakeGroups)
    .values({
      ...{ companyId, groupId, apiKeyId, stepId, status, outcome },
      day: at.toISOString().slice(0, 10),
      cause: given.cause ?? '',
      ...{ requests: 1, droppedEntries: 0, droppedBodies: 0, firstAt: at, lastAt: at },
    })
    .onConflictDoNothing();
  return entry;
}
