import type { Database } from '#db/client.ts';
import type { BodyPath } from '#db/values/field-mapping.ts';
import { pathLength, pathNameLength } from '#db/values/limits.ts';
import type { CompanyActor } from '../../services/actor.ts';
import { findMapping } from '../../services/api-keys/find-mapping.ts';
import {
  type RecentBody,
  type RecentQuery,
  readRecentBodies,
} from '../../services/api-keys/read-recent-bodies.ts';
import { getCountry } from '../../services/companies/country.ts';
import type { BodyDependencies } from '../../services/intake-log/read-bodies.ts';
import { valuesIn } from '../body-paths.ts';
import { isAnswer } from '../keep-answers.ts';
import { type Meaning, meaningOf } from '../lead-names.ts';
import { PublicError } from '../response.ts';
import { proposeRules } from './propose-rules.ts';
import { type OfKey, objectIn, sentBytesOf, tryLead } from './try-lead.ts';

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

/** What a request sent, and whether a lead is made of it. */
async function readBody({ body }: RecentBody, ofKey: OfKey) {
  const sent = sentBytesOf(body);
  try {
    const object = objectIn(sent);
    const { status } = await tryLead(sent, ofKey);
    return [{ object, isLead: status === 201, keepsAnswers: body.submission !== undefined }];
  } catch (error) {
    if (error instanceof PublicError) return [];
    throw error;
  }
}

const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, maxShown).toWellFormed();

interface ReadBody {
  object: object;
  /** What names do not say is kept in custom fields. */
  keepsAnswers: boolean;
}

/** What the first name of a path makes of a value. */
function knownOf({ object, keepsAnswers }: ReadBody, [first]: BodyPath): Meaning | null {
  const known = meaningOf(String(first))?.meaning;
  if (known || !keepsAnswers || typeof first !== 'string') return known ?? null;
  return isAnswer(first, Reflect.get(object, first)) ? 'customFields' : null;
}

/** The values of a body that a rule may read. */
function pathsOf(body: ReadBody) {
  const canBeMapped = (path: BodyPath) =>
    path.length > 0 &&
    path.length <= pathLength &&
    path.every((part) => typeof part === 'number' || isName(part));

  return valuesIn(body.object, maxPaths)
    .filter(({ path }) => canBeMapped(path))
    .map(({ path, value }) => ({
      path,
      lastValue: textOf(value),
      known: knownOf(body, path),
    }));
}

const isName = (part: string) =>
  part !== '' && part.length <= pathNameLength && part.isWellFormed() && !part.includes('\0');

/** Each path with its last value, and what its name makes of it. */
function sumUp(bodies: readonly ReadBody[]): SentPath[] {
  const paths = new Map<string, SentPath>();
  for (const found of bodies.flatMap((body) => pathsOf(body))) {
    const key = JSON.stringify(found.path);
    const newest = paths.get(key);
    if (newest) newest.requests += 1;
    else paths.set(key, { ...found, requests: 1 });
  }
  return [...paths.values()];
}

/**
 * The paths that came in the last requests of a key whose bodies are stored, and rules for those of
 * which no lead can be made.
 *
 * @throws NotFoundError
 */
export async function listSentPaths(
  db: Database,
  actor: CompanyActor,
  query: RecentQuery,
  dependencies: BodyDependencies,
) {
  const { companyId } = actor;
  const [recent, { rules }, country] = await Promise.all([
    readRecentBodies(db, actor, query, dependencies),
    findMapping(db, companyId, query.id),
    getCountry(db, companyId),
  ]);
  const ofKey = { mapping: rules, country, comesFrom: null };
  const read = (await Promise.all(recent.map((each) => readBody(each, ofKey)))).flat();
  const unfit = read
    .filter(({ isLead }) => !isLead)
    .map(({ object }) => ({ object, keepsAnswers: false }));
  return {
    requests: read.length,
    paths: sumUp(read),
    proposed: proposeRules(sumUp(unfit), rules),
  };
}
