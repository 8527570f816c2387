import type { Database } from '#db/client.ts';
import type { IntakeOutcome } from '#db/values/intake-log.ts';
import { triedRequests } from '#db/values/limits.ts';
import type { CompanyActor } from '../actor.ts';
import { hasIdIn, readEntries } from '../intake-log/entry-view.ts';
import { findEntryIds } from '../intake-log/log-filter.ts';
import { type BodyDependencies, readBodies, type SentBody } from '../intake-log/read-bodies.ts';
import { assertKeyExists } from './assert-key-exists.ts';

interface SentRequest {
  id: string;
  at: Date;
  status: number;
  outcome: IntakeOutcome;
  /** It came to an inbound address. */
  isSubmission: boolean;
}

/** What was sent with a key. */
export interface RecentBody {
  /** Its entry in the intake log; `null`: it is pasted, and was not sent. */
  request: SentRequest | null;
  body: Pick<SentBody, 'text' | 'encoding' | 'submission'>;
}

/** So many entries are looked through: not every one has a body. */
const entriesRead = 50;
/** The body is of another type, whatever is in it. */
const wrongType = 415;

export interface RecentQuery {
  /** Of the key. */
  id: string;
  /** Of an entry in the log: it and the newest of its group, instead of the newest of the key. */
  entryId?: string | undefined;
  /** A body that is put before them, as it is typed. */
  pasted?: string | undefined;
}

/** The newest entries of a key, or the named one and the newest of its group. */
async function findRecent(db: Database, actor: CompanyActor, { id, entryId }: RecentQuery) {
  const named = entryId ? await readEntries(db, actor, hasIdIn([entryId])) : [];
  const [entry] = named.filter(({ apiKey }) => apiKey?.id === id);
  const query = { keyIds: [id], groupId: entry?.groupId, limit: entriesRead };
  const ids = await findEntryIds(db, actor, query);
  return entry ? [entry.id, ...ids.filter((other) => other !== entry.id)] : ids;
}

const pastedBody = ({ pasted }: RecentQuery): RecentBody[] =>
  pasted === undefined ? [] : [{ request: null, body: { text: pasted, encoding: 'utf-8' } }];

/**
 * A pasted body and the newest requests of a key whose bodies are stored and not masked for the actor: the
 * named one, then the newest first.
 *
 * @throws NotFoundError
 */
export async function readRecentBodies(
  db: Database,
  actor: CompanyActor,
  query: RecentQuery,
  dependencies: BodyDependencies,
): Promise<RecentBody[]> {
  const { companyId } = actor;
  const [, ids] = await Promise.all([
    assertKeyExists(db, companyId, query.id),
    findRecent(db, actor, query),
  ]);
  const entries = ids.length > 0 ? await readEntries(db, actor, hasIdIn(ids)) : [];
  const readable = entries
    .filter(({ body, isMasked, status }) => body === 'stored' && !isMasked && status !== wrongType)
    .sort((one, other) => Number(other.id === query.entryId) - Number(one.id === query.entryId))
    .slice(0, triedRequests);
  const bodies = await readBodies(
    db,
    dependencies,
    companyId,
    readable.map((entry) => entry.id),
  );
  const sent = readable.flatMap(({ id, at, status, outcome }) => {
    const body = bodies.get(id);
    const isSubmission = body?.submission !== undefined;
    return body ? [{ request: { id, at, status, outcome, isSubmission }, body }] : [];
  });
  return [...pastedBody(query), ...sent].slice(0, triedRequests);
}
