import type { ServerResponse } from 'node:http';
import { missingDurability } from '#db/durability.ts';
import { findHome, isDiskFull } from '#db/embedded/server-paths.ts';
import { diskFull, transientCause } from '#db/errors.ts';
import { isSchemaUsable } from '#db/migrate.ts';
import { missingWriteAccess } from '#db/write-access.ts';
import { withDeadline } from '../intake/deadline.ts';
import { readinessCheckMs, readinessKeepMs } from '../limits.ts';
import { findRuntime, type Runtime } from '../runtime.ts';

interface Readiness {
  ready: boolean;
  /** Why not in words, or `serving`. */
  state: string;
  /** Settings of the database that are off although acknowledged leads rest on them. */
  notDurable?: string[];
}

/** Why leads cannot be stored; undefined when they can, as far as is known. */
async function obstacle({ background: { sql }, intake }: Runtime): Promise<string | undefined> {
  const [isUsable, unwritable] = await Promise.all([isSchemaUsable(sql), missingWriteAccess(sql)]);
  if (!isUsable) return 'schema is older than this version';
  return unwritable ?? intake.outcomes.failure;
}

async function checkDatabase(runtime: Runtime): Promise<Readiness> {
  const { sql } = runtime.background;
  const [found, notDurable] = await Promise.all([obstacle(runtime), missingDurability(sql)]);
  const ready = found === undefined;
  const state = found ?? 'serving';

  return notDurable.length === 0 ? { ready, state } : { ready, state, notDurable };
}

/** Why a check failed, in words. */
function causeOf(error: unknown, { settings }: Runtime): string {
  // An embedded PostgreSQL whose disk is full does not run, and cannot say so.
  if (!settings.databaseUrl && isDiskFull(findHome(settings.dataDir))) return diskFull;

  const cause = transientCause(error);
  return cause === diskFull ? cause : 'database does not answer';
}

/** Checks that are under way or have just ended. */
const checks = new WeakMap<Runtime, Promise<Readiness>>();

/** The check that all callers share; the next one begins only after this one, so checks never pile up. */
function sharedCheck(runtime: Runtime): Promise<Readiness> {
  const current = checks.get(runtime);
  if (current) return current;

  const work = checkDatabase(runtime);
  const forget = () => setTimeout(() => checks.delete(runtime), readinessKeepMs).unref();
  work.then(forget, forget);
  const check = withDeadline(work, readinessCheckMs).catch(
    (error: unknown): Readiness => ({ ready: false, state: causeOf(error, runtime) }),
  );
  checks.set(runtime, check);
  return check;
}

async function readiness(): Promise<Readiness> {
  const runtime = findRuntime();
  if (!runtime) return { ready: false, state: 'starting' };
  if (runtime.draining) return { ready: false, state: 'draining' };
  if (!runtime.opened) return { ready: false, state: 'starting' };

  return sharedCheck(runtime);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(JSON.stringify(body));
}

/** Answers `/livez` (the process runs) and `/readyz` (it can take leads now); says whether it did. */
export function serveHealth(path: string, response: ServerResponse): boolean {
  if (path === '/livez') {
    send(response, 200, { live: true });
    return true;
  }
  if (path !== '/readyz') return false;

  readiness().then((found) => send(response, found.ready ? 200 : 503, found));
  return true;
}
