import { and, asc, gt, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { intakeLog } from '#db/schema/intake-log.ts';
import { triedRequests } from '#db/values/limits.ts';
import {
  type OfKey,
  sentBytesOf,
  type TriedLead,
  tryLead,
} from '../public-api/diagnose/try-lead.ts';
import { PublicError } from '../public-api/response.ts';
import type { UserActor } from '../services/actor.ts';
import { findMapping } from '../services/api-keys/find-mapping.ts';
import { getCountry } from '../services/companies/country.ts';
import {
  type BodyDependencies,
  readBodies,
  type SentBody,
} from '../services/intake-log/read-bodies.ts';
import { fillLead } from '../services/leads/fill-lead.ts';
import type { Lead } from '../services/leads/read-pair.ts';
import { findStoredLeads } from './read-again.ts';
import { readSentLead } from './read-sent-lead.ts';
import { entryColumns } from './replay.ts';
import { canBeReplayed, findReplayGroup, isOpen, type ReplayGroup } from './replay-group.ts';

async function countRequests(db: Database, group: ReplayGroup) {
  const number = sql<number>`count(*)`.mapWith(Number);
  const [open] = await db.select({ number }).from(intakeLog).where(isOpen(group));
  const [able] = await db.select({ number }).from(intakeLog).where(canBeReplayed(group));
  const requests = able?.number ?? 0;
  return { requests, left: (open?.number ?? 0) - requests };
}

type Stored = { lead: Lead; edited: ReadonlySet<string> };

/** Which fields of a stored lead would be filled, and with what. */
async function tryFill(stored: Stored | undefined, body: SentBody | undefined, ofKey: OfKey) {
  if (!stored || !body) return null;
  const { lead, edited } = stored;
  const read = await readSentLead(sentBytesOf(body), ofKey, lead.stepId);
  if (read instanceof PublicError) return { name: lead.name, filled: [], fields: {} };

  const { set, filled } = fillLead(lead, read.submission, { edited, comesFrom: ofKey.comesFrom });
  return { name: lead.name, filled, fields: set };
}

const tryBody = (body: SentBody | undefined, ofKey: OfKey): Promise<TriedLead> | null =>
  body ? tryLead(sentBytesOf(body), ofKey) : null;

/**
 * What requests of a group would become: leads, or values that are filled in. With how many there are, and
 * how many are left out, because what they sent is not stored or they were dry runs.
 *
 * @param cursor `nextCursor` of the page before
 * @throws NotFoundError, InvalidError
 */
export async function previewReplay(
  db: Database,
  { companyId }: UserActor,
  { groupId, cursor }: { groupId: string; cursor?: string | null | undefined },
  dependencies: BodyDependencies,
) {
  const group = await findReplayGroup(db, companyId, groupId);
  const { apiKeyId, kind, stepId } = group;
  const [mapping, country, counts, found] = await Promise.all([
    findMapping(db, companyId, apiKeyId),
    getCountry(db, companyId),
    countRequests(db, group),
    db
      .select(entryColumns)
      .from(intakeLog)
      .where(and(canBeReplayed(group), cursor ? gt(intakeLog.id, cursor) : undefined))
      .orderBy(asc(intakeLog.id))
      .limit(triedRequests + 1),
  ]);
  const ofKey = { mapping: mapping.rules, country, comesFrom: mapping.comesFrom };
  const entries = found.slice(0, triedRequests);
  const ids = entries.map(({ id }) => id);
  const leadIds = entries.flatMap(({ leadId }) => (leadId === null ? [] : [leadId]));
  const bodies = await readBodies(db, dependencies, companyId, ids);
  const stored = await findStoredLeads(db, companyId, leadIds, { isLocked: false });
  const items = await Promise.all(
    entries.map(async ({ id, at, leadId }) => ({
      sent: { id, at },
      becomes: kind === 'send' ? await tryBody(bodies.get(id), ofKey) : null,
      fills:
        kind === 'read' ? await tryFill(stored.get(leadId ?? ''), bodies.get(id), ofKey) : null,
    })),
  );
  const last = found.length > triedRequests ? entries.at(-1) : undefined;
  return { kind, stepId, ...counts, items, nextCursor: last?.id ?? null };
}
