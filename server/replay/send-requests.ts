import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { isTransient } from '#db/errors.ts';
import { keyOfItem, leadRow, originOf } from '../intake/create-lead.ts';
import type { Submission } from '../intake/lead.ts';
import { bodyKeyOf, idempotencyKeysOf, naturalKeyOf } from '../intake/request-keys.ts';
import { requestDatabaseMs } from '../limits.ts';
import { logFailure } from '../log-failure.ts';
import type { SentBytes } from '../public-api/diagnose/try-lead.ts';
import { comesFromOf, onceAPerson } from '../public-api/inbound/presets.ts';
import { PublicError, toPublicError } from '../public-api/response.ts';
import type { ApiKeyActor } from '../services/actor.ts';
import { InFlightError } from '../services/errors.ts';
import { uuids } from '../services/sql.ts';
import { findLeadsSince } from './find-leads-since.ts';
import { readSentLead } from './read-sent-lead.ts';
import type { Entry, Replay, ReplayDependencies, Result } from './replay.ts';

/** The answer to a request whose `Idempotency-Key` came with another lead: a new one is none of that. */
const misusedKeyStatus = 422;

const noStep = 'The request names no step of this company. Choose one';

/** What the sender's retry of a request is recognized by, and so what sent it again. */
function sentKeysOf(
  actor: ApiKeyActor,
  { stepId, status, headers, item }: Entry,
  { bytes, submission }: SentBytes,
) {
  const sent = status === misusedKeyStatus ? undefined : headers?.idempotencyKey;
  const isOncePerPerson = submission && onceAPerson(submission.preset);
  if (sent === undefined) {
    return { bodyKey: bodyKeyOf(actor, stepId ?? '', bytes), isOncePerPerson };
  }
  return { idempotencyKey: item === null ? sent : keyOfItem(item, sent), isOncePerPerson };
}

interface ReadRequest {
  entry: Entry;
  /** As it came: a corrected request is recognized by what was sent. */
  sent: SentBytes;
  submission: Submission;
}

async function readRequest(
  actor: ApiKeyActor,
  entry: Entry,
  target: string | null,
  body: SentBytes,
): Promise<Submission | Result> {
  const refused = (message: string): Result => ({ entry, outcome: 'refused', message });
  const stepId = target ?? entry.stepId;
  if (stepId === null) return refused(noStep);

  const lead = await readSentLead(body, { ...actor, country: actor.country ?? undefined }, stepId);
  if (lead instanceof PublicError) return refused(lead.message);
  const isTest = lead.isTest || entry.headers?.isTest === true;
  return {
    ...lead.submission,
    origin: originOf(actor, isTest),
    requestId: entry.requestId || null,
  };
}

/** @returns undefined when it should be sent once more */
async function create(
  { intake, log }: Pick<ReplayDependencies, 'intake' | 'log'>,
  actor: ApiKeyActor,
  { entry, sent, submission }: ReadRequest,
): Promise<Result | undefined> {
  // A retry goes to the step that the request named.
  const asSent = { ...submission, stepId: entry.stepId ?? submission.stepId };
  const keys = idempotencyKeysOf(asSent, sentKeysOf(actor, entry, sent));
  const preset = sent.submission?.preset;
  const comesFrom = actor.comesFrom ?? (preset ? comesFromOf(preset) : null);
  const row = leadRow({ ...actor, comesFrom }, submission, entry.id);
  try {
    const until = performance.now() + requestDatabaseMs;
    const { kind, lead } = await intake.idempotency.createOnce(row, keys ?? {}, until);
    return { entry, outcome: kind, message: '', leadId: lead.id };
  } catch (error) {
    if (isTransient(error) || error instanceof InFlightError) return undefined;

    const known = toPublicError(error);
    if (!known) logFailure(log, 'a request could not be sent again', error, { id: entry.id });
    return { entry, outcome: 'refused', message: known?.message ?? 'It could not be stored' };
  }
}

/** Entries of which a process died before it could say that their leads were created. */
async function findCreated(
  tx: Pick<Transaction, 'execute'>,
  companyId: string,
  entries: readonly Entry[],
): Promise<Set<string>> {
  const ids = uuids(entries.map(({ id }) => id));
  const rows = await tx.execute<{ id: string }>(sql`
    select id from leads where company_id = ${companyId} and id = any(${ids})`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Sends refused requests again, each as its sender did: a retry of the sender, before or after, makes no
 * second lead. A lead has the id of its entry.
 *
 * @param bodies by id of the entry: as it was sent, and as it is to be read
 * @returns what became of them, without those that should be sent once more
 */
export async function sendRequests(
  {
    tx,
    ...dependencies
  }: Pick<ReplayDependencies, 'intake' | 'log'> & {
    tx: Pick<Transaction, 'execute'>;
  },
  { actor, replay }: { actor: ApiKeyActor; replay: Pick<Replay, 'id' | 'stepId'> },
  entries: readonly Entry[],
  bodies: ReadonlyMap<string, { sent: SentBytes; read: SentBytes }>,
): Promise<Result[]> {
  const created = await findCreated(tx, actor.companyId, entries);
  const results: Result[] = [];
  const requests: ReadRequest[] = [];
  for (const entry of entries) {
    if (created.has(entry.id)) {
      results.push({ entry, outcome: 'created', message: '', leadId: entry.id });
      continue;
    }
    const body = bodies.get(entry.id);
    if (!body) {
      results.push({ entry, outcome: 'refused', message: 'What was sent is no longer stored' });
      continue;
    }
    const read = await readRequest(actor, entry, replay.stepId, body.read);
    if ('outcome' in read) results.push(read);
    else requests.push({ entry, sent: body.sent, submission: read });
  }

  const since = await findLeadsSince(
    tx,
    { companyId: actor.companyId, apiKeyId: actor.apiKeyId, id: replay.id },
    requests
      .filter(({ entry, submission }) => {
        const isRecognized = entry.headers?.idempotencyKey && entry.status !== misusedKeyStatus;
        return !isRecognized && naturalKeyOf(submission) === undefined;
      })
      .map(({ entry, submission }) => ({ id: entry.id, at: entry.at, submission })),
  );
  const sent = await Promise.all(
    requests.map((request): Promise<Result | undefined> | Result => {
      const { entry } = request;
      const leadId = since.get(entry.id);
      if (leadId !== undefined) return { entry, outcome: 'repeated', message: '', leadId };
      return create(dependencies, actor, request);
    }),
  );
  return [...results, ...sent.filter((result) => result !== undefined)];
}
