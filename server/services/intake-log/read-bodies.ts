import { isUtf8 } from 'node:buffer';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { intakeLog, requestBodies } from '#db/schema/intake-log.ts';
import type { RequestHeaders, SubmissionType } from '#db/values/intake-log.ts';
import { uuids } from '../sql.ts';
import type { BodySeal } from './sealed-body.ts';

export interface BodyDependencies {
  bodySeal: BodySeal;
}

/** A body as it was sent: text when it is UTF-8, which says each byte, else base64. */
export interface SentBody {
  encoding: 'utf-8' | 'base64';
  text: string;
  bytes: number;
  /** How it is read, where it came to an inbound address. */
  submission?: SubmissionType | undefined;
}

/** @returns `null` when the secret that sealed it is not given any more */
export function openBody(
  { bodySeal }: BodyDependencies,
  companyId: string,
  { id, sealed, headers }: { id: string; sealed: Uint8Array; headers?: RequestHeaders | null },
): SentBody | null {
  const body = bodySeal.open(sealed, { companyId, id });
  if (!body) return null;

  const encoding = isUtf8(body) ? 'utf-8' : 'base64';
  const text = body.toString(encoding);
  return { encoding, text, bytes: body.length, submission: headers?.submission };
}

/** What was sent, by the ids of the entries, as far as it is stored and can be opened. */
export async function readBodies(
  db: Pick<Database, 'select'>,
  dependencies: BodyDependencies,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, SentBody>> {
  if (ids.length === 0) return new Map();

  const rows = await db
    .select({
      id: requestBodies.id,
      sealed: requestBodies.sealed,
      headers: intakeLog.headers,
    })
    .from(requestBodies)
    .innerJoin(
      intakeLog,
      and(eq(intakeLog.companyId, requestBodies.companyId), eq(intakeLog.id, requestBodies.id)),
    )
    .where(
      and(
        eq(requestBodies.companyId, companyId),
        sql`${intakeLog.id} = any(${uuids(ids)})`,
        sql`${requestBodies.subjectId} = coalesce(${intakeLog.leadId}, ${intakeLog.id})`,
      ),
    );
  const opened = rows.flatMap((row): [string, SentBody][] => {
    const sent = openBody(dependencies, companyId, row);
    return sent ? [[row.id, sent]] : [];
  });
  return new Map(opened);
}
