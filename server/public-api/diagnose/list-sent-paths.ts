import type { Database } from '#db/client.ts';
import type { BodyPath, FieldRule, MappedField } from '#db/values/field-mapping.ts';
import { pathLength, pathNameLength } from '#db/values/limits.ts';
import type { CompanyActor } from '../../services/actor.ts';
import { findMapping } from '../../services/api-keys/find-mapping.ts';
import { readRecentBodies } from '../../services/api-keys/read-recent-bodies.ts';
import type { BodyDependencies } from '../../services/intake-log/read-bodies.ts';
import { findAt, isWithin, valuesIn } from '../body-paths.ts';
import { type Meaning, meaningOf } from '../lead-names.ts';
import { decodeBody, parseObject } from '../read-json.ts';
import { PublicError } from '../response.ts';

/** Of one body. */
const maxPaths = 200;
/** Characters of a value that are shown. */
const maxShown = 200;

/** How a value is read now: by a rule, by the name of a field or another name for it, or not at all. */
type ReadBy =
  | { by: 'rule'; field: MappedField; name?: string | undefined }
  | { by: 'name' | 'alias'; field: Meaning }
  | { by: 'none' };

interface SentPath {
  path: BodyPath;
  /** As text; the beginning of a long one. */
  lastValue: string;
  readBy: ReadBy;
  /** So many of the requests have it. */
  requests: number;
}

function bodyOf(sent: { text: string; encoding: 'utf-8' | 'base64' }): object | undefined {
  try {
    return parseObject(decodeBody(Buffer.from(sent.text, sent.encoding)));
  } catch (error) {
    if (error instanceof PublicError) return undefined;
    throw error;
  }
}

const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, maxShown).toWellFormed();

function readBy(name: string): ReadBy {
  const known = meaningOf(name);
  if (!known) return { by: 'none' };
  return { by: known.rank === 0 ? 'name' : 'alias', field: known.meaning };
}

/** The values of a body that a rule may read, with how they are read now. */
function pathsOf(body: object, rules: readonly FieldRule[]) {
  const known: Parameters<typeof findAt>[2] = new Map();
  const mapped = rules.flatMap(({ path, ...rule }) => {
    const found = findAt(body, path, known);
    return found ? [{ ...rule, place: found.place }] : [];
  });
  const canBeMapped = (path: BodyPath) =>
    path.length > 0 &&
    path.length <= pathLength &&
    path.every((part) => typeof part === 'number' || isName(part));

  return valuesIn(body, maxPaths)
    .filter(({ path }) => canBeMapped(path))
    .map(({ path, place, value }) => {
      const rule = mapped.find((each) => isWithin(place, each.place));
      const found: ReadBy = rule
        ? { by: 'rule', field: rule.field, name: rule.name }
        : readBy(String(path[0]));
      return { path, lastValue: textOf(value), readBy: found };
    });
}

const isName = (part: string) =>
  part !== '' && part.length <= pathNameLength && part.isWellFormed() && !part.includes('\0');

/**
 * The paths that came in the last requests of a key whose bodies are stored, each with its last value
 * and how it is read now.
 *
 * @throws NotFoundError
 */
export async function listSentPaths(
  db: Database,
  actor: CompanyActor,
  { id }: { id: string },
  dependencies: BodyDependencies,
) {
  const [recent, { rules }] = await Promise.all([
    readRecentBodies(db, actor, { id }, dependencies),
    findMapping(db, actor.companyId, id),
  ]);
  const bodies = recent.map(({ sent }) => bodyOf(sent)).filter((body) => body !== undefined);
  const paths = new Map<string, SentPath>();
  for (const found of bodies.flatMap((body) => pathsOf(body, rules))) {
    const key = JSON.stringify(found.path);
    const newest = paths.get(key);
    if (newest) newest.requests += 1;
    else paths.set(key, { ...found, requests: 1 });
  }
  return { requests: bodies.length, paths: [...paths.values()] };
}
