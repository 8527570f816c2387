import type { Database } from '#db/client.ts';
import { logEntriesPerPage } from '#db/values/intake-log.ts';
import type { CompanyActor } from '../actor.ts';
import { hasIdIn, readEntries } from './entry-view.ts';
import { findEntryIds, type LogFilter } from './log-filter.ts';

interface LogQuery extends LogFilter {
  /** `nextCursor` of the page before. */
  cursor?: string | null | undefined;
  limit?: number | undefined;
}

/** A page of the intake log, the newest first, without the bodies. */
export async function listLogEntries(
  db: Database,
  actor: CompanyActor,
  { cursor, limit = logEntriesPerPage, ...filter }: LogQuery,
) {
  const ids = await findEntryIds(db, actor, { ...filter, after: cursor ?? undefined, limit });
  const page = ids.slice(0, limit);
  const items = page.length > 0 ? await readEntries(db, actor, hasIdIn(page)) : [];

  return { items, nextCursor: ids.length > limit ? (page.at(-1) ?? null) : null };
}
