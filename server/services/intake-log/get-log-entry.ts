import type { Database } from '#db/client.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { hasIdIn, readEntries } from './entry-view.ts';
import { type BodyDependencies, readBodies } from './read-bodies.ts';

/**
 * An entry of the intake log with the body as it was sent. `sent` is null when the body is masked, not
 * stored or expired.
 *
 * @throws NotFoundError
 */
export async function getLogEntry(
  db: Database,
  actor: CompanyActor,
  { id }: { id: string },
  dependencies: BodyDependencies,
) {
  const [[entry], bodies] = await Promise.all([
    readEntries(db, actor, hasIdIn([id])),
    readBodies(db, dependencies, actor.companyId, [id]),
  ]);
  if (!entry) throw new NotFoundError('This request is not in the log');

  return { ...entry, sent: entry.isMasked ? null : (bodies.get(id) ?? null) };
}
