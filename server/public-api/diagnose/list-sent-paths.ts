import type { Database } from '#db/client.ts';
import type { BodyPath } from '#db/values/field-mapping.ts';
import { pathLength, pathNameLength } from '#db/values/limits.ts';
import type { CompanyActor } from '../../services/actor.ts';
import {
  type RecentBody,
  type RecentQuery,
  readRecentBodies,
} from '../../services/api-keys/read-recent-bodies.ts';
import type { BodyDependencies } from '../../services/intake-log/read-bodies.ts';
import { valuesIn } from '../body-paths.ts';
import { type Meaning, meaningOf } from '../lead-names.ts';
import { PublicError } from '../response.ts';
import { objectIn, sentBytesOf } from './try-lead.ts';

/** Of one body. */
const maxPaths = 200;
/** Characters of a value that are shown. */
const maxShown = 200;

interface SentPath {
  path: BodyPath;
  /** As text; the beginning of a long one. */
  lastValue: string;
  /** What its name makes of it without a rule. */
  known: Meaning | null;
  /** So many of the requests have it. */
  requests: number;
}

function objectOf({ body }: RecentBody): object | undefined {
  try {
    return objectIn(sentBytesOf(body));
  } catch (error) {
    if (error instanceof PublicError) return undefined;
    throw error;
  }
}

const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, maxShown).toWellFormed();

/** The values of a body that a rule may read. */
function pathsOf(body: object) {
  const canBeMapped = (path: BodyPath) =>
    path.length > 0 &&
    path.length <= pathLength &&
    path.every((part) => typeof part === 'number' || isName(part));

  return valuesIn(body, maxPaths)
    .filter(({ path }) => canBeMapped(path))
    .map(({ path, value }) => ({
      path,
      lastValue: textOf(value),
      known: meaningOf(String(path[0]))?.meaning ?? null,
    }));
}

const isName = (part: string) =>
  part !== '' && part.length <= pathNameLength && part.isWellFormed() && !part.includes('\0');

/**
 * The paths that came in the last requests of a key whose bodies are stored, each with its last value
 * and what its name makes of it.
 *
 * @throws NotFoundError
 */
export async function listSentPaths(
  db: Database,
  actor: CompanyActor,
  query: RecentQuery,
  dependencies: BodyDependencies,
) {
  const recent = await readRecentBodies(db, actor, query, dependencies);
  const bodies = recent.map(objectOf).filter((body) => body !== undefined);
  const paths = new Map<string, SentPath>();
  for (const found of bodies.flatMap((body) => pathsOf(body))) {
    const key = JSON.stringify(found.path);
    const newest = paths.get(key);
    if (newest) newest.requests += 1;
    else paths.set(key, { ...found, requests: 1 });
  }
  return { requests: bodies.length, paths: [...paths.values()] };
}
