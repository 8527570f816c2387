import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { isPassingFault } from '#db/errors.ts';
import { requestIdOf } from '../api/request-id.ts';
import { createLeadInput } from '../api/schemas/public-leads.ts';
import { callerNetwork } from '../caller-network.ts';
import { describeFault } from '../fault.ts';
import { answerBy } from '../intake/deadline.ts';
import type { Intake } from '../intake/intake.ts';
import { clientName } from '../intake/usage-meter.ts';
import type { Runtime } from '../runtime.ts';
import type { ApiKeyActor } from '../services/actor.ts';
import { authenticateApiKey } from '../services/api-keys/authenticate-api-key.ts';
import { TooManyRequestsError, UnauthenticatedError } from '../services/errors.ts';
import { authorizeLeadCreation, isLimited } from '../services/leads/authorize-lead-creation.ts';
import { callCreateLead } from './call-procedure.ts';
import { describeIssues, type FieldIssue } from './describe-issues.ts';
import {
  complete,
  HttpError,
  ourFault,
  type PublicResponse,
  success,
  toldFailure,
  unavailable,
} from './envelope.ts';
import { type FoldedBody, foldSpellings } from './fold-spellings.ts';
import { idempotencyKeyIssue, readIdempotencyKey } from './idempotency-key.ts';
import { asAsked } from './problem.ts';
import { matchCreateLead } from './public-path.ts';
import { rateHeaders } from './rate-headers.ts';
import { assertJson, parseObject } from './read-json.ts';
import { assertSecure } from './secure.ts';

/** A request of the public API, whatever server it came through. */
export interface PublicRequest {
  method: string;
  /** As sent, still encoded, without the query. */
  path: string;
  /** The host that was called, port and all; empty when there was none or two. */
  host: string;
  /** Where it comes from; absent where nobody can tell. */
  address(): string | undefined;
  /** Whether it came over https. */
  isSecure(): boolean;
  header(name: string): string | undefined;
  /** @throws HttpError 413 over `maxBodyBytes`, 408 when it comes too slowly */
  readBody(): Uint8Array | Promise<Uint8Array>;
}

type Headers = Record<string, string>;

/** Several headers of the name arrive joined by commas, which no secret holds. */
function sentSecret(header: string | undefined): string {
  if (!header?.includes(',')) return header ?? '';

  const sent = new Set(header.split(',').map((value) => value.trim()));
  return [...sent].join(',');
}

/** Counts secrets that no key has. One that was switched off is no guess, however often it comes. */
async function authenticate(
  intake: Intake,
  request: PublicRequest,
  call: { secret: string; applicationId: string; until: number },
): Promise<ApiKeyActor> {
  try {
    return await authenticateApiKey(intake.keys, call);
  } catch (error) {
    const isGuess = call.secret && error instanceof UnauthenticatedError;
    if (isGuess && !intake.keys.knows(call.secret)) {
      const address = request.address();
      if (address) intake.failedKeys.note(callerNetwork(address));
    }
    throw error;
  }
}

/**
 * An address with too many of them is asked to wait, unless the secret is some key's: many senders
 * share an address, and a wrong key among them must not cost the others leads.
 */
function assertMayTry(intake: Intake, request: PublicRequest, secret: string): void {
  if (intake.failedKeys.isQuiet || intake.keys.knows(secret)) return;

  const address = request.address();
  const wait = address ? intake.failedKeys.blockedFor(callerNetwork(address)) : 0;
  if (wait > 0) throw new TooManyRequestsError('Too many failed API keys from this address', wait);
}

async function admit(
  intake: Intake,
  request: PublicRequest,
  { stepId, until }: { stepId: string; until: number },
): Promise<ApiKeyActor> {
  const application = await intake.hosts.find(request.host, until);
  if (!application) throw new HttpError(404, 'Unknown application host');

  const secret = sentSecret(request.header('x-api-key'));
  assertMayTry(intake, request, secret);
  const actor = await authenticate(intake, request, {
    secret,
    applicationId: application.id,
    until,
  });
  intake.usage.record(actor.companyId, actor.apiKeyId, clientName(request.header('user-agent')));
  const step = isLimited(actor)
    ? await intake.steps.find(actor.companyId, stepId, until)
    : undefined;
  authorizeLeadCreation(actor, { id: stepId, funnelId: step?.funnelId });
  return actor;
}

function invalidBody(issues: readonly FieldIssue[]): HttpError {
  const problems = issues.map(({ path, message }) => `${path}: ${message}`);
  return new HttpError(400, problems.join('; '), {}, issues);
}

/** What the schema does not see is told together with everything else that is wrong. */
function assertSound(idempotencyKey: string | null | undefined, folded: FoldedBody): void {
  if (idempotencyKey !== null && folded.conflicts.length === 0) return;

  const problems = idempotencyKey === null ? [idempotencyKeyIssue] : [];
  const issues =
    createLeadInput.omit({ stepId: true }).safeParse(folded.fields).error?.issues ?? [];
  throw invalidBody([...problems, ...folded.conflicts, ...describeIssues(issues, folded.sentAs)]);
}

/** The rate of the key, told in the headers of whatever is answered from here on. */
async function spendToken(intake: Intake, actor: ApiKeyActor, headers: Headers): Promise<void> {
  const verdict = await intake.rates.take(actor);
  if (!verdict) return;

  Object.assign(headers, rateHeaders(verdict));
  if (!verdict.isAllowed) throw new TooManyRequestsError('Too many requests', verdict.retryAfter);
}

/** Names fit for a header; a flood of them is cut. */
function ignoredFields(names: readonly string[]): Headers | undefined {
  if (names.length === 0) return undefined;
  return {
    'x-ignored-fields': names
      .slice(0, 20)
      .map((name) => encodeURIComponent(name.toWellFormed().slice(0, 64)))
      .join(', '),
  };
}

/** In the published order: path, method, host, key, permission, media type, size, syntax, fields, step. */
async function answer(
  { settings, intake }: Runtime,
  request: PublicRequest,
  { requestId, headers }: { requestId: string; headers: Headers },
): Promise<PublicResponse> {
  const match = matchCreateLead(request.path);
  if (!match) throw new HttpError(404, 'Not found');
  if (request.method !== 'POST') throw new HttpError(405, 'Method not allowed', { allow: 'POST' });
  if (settings.requireHttps) assertSecure(request);
  if (!intake.letsIn()) return unavailable();

  const { stepId } = match;
  const until = answerBy();
  const actor = admit(intake, request, { stepId, until });
  await spendToken(intake, await actor, headers);

  assertJson(request.header('content-type'), request.header('content-encoding'));
  const admitted = performance.now();
  const body = await request.readBody();
  const folded = foldSpellings(parseObject(body));
  const leads = intake.storeBy(until + performance.now() - admitted);
  const idempotencyKey = readIdempotencyKey(request.header('idempotency-key'));
  assertSound(idempotencyKey, folded);

  try {
    const input = { ...folded.fields, stepId };
    const call = idempotencyKey ? { idempotencyKey, body } : undefined;
    const lead = await callCreateLead(input, { leads, requestId, actor, call });
    const created = success(201, lead, 'Lead created successfully');
    if (leads.isRepeat) headers['idempotent-replayed'] = 'true';
    Object.assign(headers, ignoredFields(folded.ignored));
    return created;
  } catch (error) {
    throw explained(error, folded);
  }
}

/** The error behind the one that tRPC threw; refused fields in words. */
function explained(error: unknown, folded: FoldedBody): unknown {
  if (!(error instanceof TRPCError)) return error;
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) {
    return invalidBody(describeIssues(error.cause.issues, folded.sentAs));
  }
  return error.cause ?? error;
}

function refusal(runtime: Runtime, error: unknown, requestId: string): PublicResponse {
  const told = toldFailure(error);
  if (told) return told;

  const passes = isPassingFault(error);
  runtime.log[passes ? 'warn' : 'error'](
    { requestId, fault: describeFault(error) },
    'public request failed',
  );
  return passes ? unavailable() : ourFault();
}

/**
 * Answers a request of the public API. Never rejects: every outcome is an answer in the envelope.
 */
export async function answerPublicRequest(
  runtime: Runtime,
  request: PublicRequest,
): Promise<PublicResponse> {
  const requestId = requestIdOf(request.header('x-request-id'));
  const headers: Headers = {};
  let response: PublicResponse;
  try {
    response = await answer(runtime, request, { requestId, headers });
  } catch (error) {
    response = refusal(runtime, error, requestId);
  }
  const told = { ...response, headers: Object.assign(headers, response.headers) };

  return complete(asAsked(told, request, requestId), requestId);
}
