import { setTimeout as sleep } from 'node:timers/promises';
import { callTRPCProcedure } from '@trpc/server';
import { NIL } from 'uuid';
import { isTransient } from '#db/errors.ts';
import type { KeylessReason, RequestHeaders } from '#db/values/intake-log.ts';
import { RequestDeadline } from '../intake/deadline.ts';
import { maxBodyBytes } from '../limits.ts';
import { logFailure } from '../log-failure.ts';
import { requestIdOf } from '../request-id.ts';
import type { Runtime } from '../runtime.ts';
import { secretScheme } from '../services/api-keys/secret.ts';
import type { RequestEnd } from '../usage/request-end.ts';
import { causeOf } from './cause.ts';
import { explainMethod, explainPath } from './diagnose/explain.ts';
import { errors } from './errors.ts';
import { isBrowserForm } from './inbound/html-form.ts';
import { visitorAnswer } from './inbound/visitor-answer.ts';
import { keyOfPathError } from './key-of-path-error.ts';
import { countedNames, readOptions } from './lead-headers.ts';
import type { BodyLimit, Caller, PublicContext, PublicRequest } from './procedure.ts';
import { parseObject, type RawInput, readJsonText } from './read-json.ts';
import {
  explained,
  failure,
  PublicError,
  type PublicResponse,
  plainText,
  success,
  toPublicError,
  unavailable,
  unwrapTrpcError,
} from './response.ts';
import { matchPath, publicRouter } from './router.ts';

const oneLead: BodyLimit = { bytes: maxBodyBytes, error: errors.bodyTooLarge };

/** The request, whose body is kept for the intake log once it is read. */
const keepBody = (request: PublicRequest, caller: Caller): PublicRequest => ({
  ...request,
  readBody: async (limit) => {
    caller.hasReadBody = true;
    caller.body = await request.readBody(limit);
    return caller.body;
  },
});

/** A body, or the parameters of a GET, which has none. A secret in a body is exposed. */
async function readBody({ request, deadline, intake, caller }: PublicContext, limit: BodyLimit) {
  if (request.method === 'GET') {
    return Object.fromEntries(new URLSearchParams(request.url.slice(request.path.length)));
  }

  const text = await deadline.pause(readJsonText(keepBody(request, caller), limit));
  if (text.includes(secretScheme)) intake.exposedSecrets.look(text);
  return parseObject(text);
}

/** Bytes of any type, as form tools send them to an inbound address. */
async function readAnyBody({ request, deadline, intake, caller }: PublicContext) {
  const bytes = await deadline.pause(keepBody(request, caller).readBody(oneLead));
  const body = Buffer.from(bytes);
  if (body.includes(secretScheme)) intake.exposedSecrets.look(body.toString('latin1'));
  return bytes;
}

async function readInput(ctx: PublicContext, bodyLimit: BodyLimit = oneLead) {
  const { request, params, caller } = ctx;
  const header = (name: string) => request.header(name);
  const body = await readBody(ctx, bodyLimit);
  const countIgnored = (names: readonly string[]) => {
    if (names.length > 0) caller.ignoredFields = countedNames(names);
  };
  const mapping = caller.actor?.mapping ?? [];
  const country = caller.actor?.country ?? undefined;
  return { params, header, body, mapping, country, countIgnored } satisfies RawInput;
}

/** What `handle` needs of the context after the answer is known. */
type SharedContext = Pick<
  PublicContext,
  'requestId' | 'caller' | 'answer' | 'describeError' | 'hold'
>;

const hasOperation = (path: string, method: string) =>
  matchPath(path)?.operations.has(method) === true;

/** Path, method, https, overload; then the procedure: host, key, permission, rate, body, fields. */
async function respond(
  { settings, intake }: Runtime,
  request: PublicRequest,
  shared: SharedContext,
): Promise<PublicResponse> {
  const match = matchPath(request.path);
  if (!match) {
    const reason = explainPath(request.path, request.method, hasOperation);
    throw new PublicError(explained(errors.notFound, reason));
  }
  const operation = match.operations.get(request.method);
  if (!operation) {
    const allow = [...match.operations.keys()].join(', ');
    const reason = explainMethod(request.path, request.method, allow);
    throw new PublicError(explained(errors.methodNotAllowed, reason), {
      headers: { allow },
    });
  }
  shared.caller.operation = operation.name;
  const { stepId, address } = match.params;
  if (stepId !== NIL) shared.caller.stepId = stepId;
  // A redirect would let the sender go on sending its key, or its address, in the clear.
  const hasCredential = [request.header('x-api-key'), address].some(Boolean);
  if (settings.requireHttps && !request.isSecure() && hasCredential) {
    throw new PublicError(errors.keyOverHttp);
  }
  if (!intake.shouldAccept(request.header('x-api-key'), address)) throw unavailable();

  const ctx: PublicContext = {
    ...shared,
    intake,
    db: intake.db,
    request,
    params: match.params,
    deadline: new RequestDeadline(),
  };
  const data: unknown = await callTRPCProcedure({
    router: publicRouter,
    path: operation.name,
    type: operation.type,
    getRawInput: () =>
      operation.takesAnyBody ? readAnyBody(ctx) : readInput(ctx, operation.bodyLimit),
    ctx,
    signal: undefined,
    batchIndex: 0,
  });
  const { requestId } = shared;
  const { headers, text, success: outcome = operation.success } = shared.answer;
  shared.caller.message ??= outcome.message;
  if (text !== undefined) return plainText(text, { requestId, headers });
  return success(outcome, data, { requestId, headers });
}

/** Why a request without a known key had no valid one, by the text of its answer. */
const keylessReasons = new Map<string, KeylessReason>([
  [errors.keyRequired.message, 'missing'],
  [errors.keyInvalid.message, 'unknown'],
  [errors.tooManyFailedKeys.message, 'blocked'],
]);

/** What the headers of a request say of its leads, for sending refused ones again. */
function headersOf(request: PublicRequest): RequestHeaders | undefined {
  const [{ idempotencyKey, isDryRun, isTest }] = readOptions((name) => request.header(name));
  const headers = {
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(isDryRun && { isDryRun }),
    ...(isTest && { isTest }),
  };
  return Object.keys(headers).length > 0 ? headers : undefined;
}

/** Counts a request for its key that no operation took. */
async function recordPathError(
  { intake, usage, intakeLog }: Runtime,
  request: PublicRequest,
  end: RequestEnd,
): Promise<void> {
  // Without the key, the page of the key lacks one request.
  const actor = await keyOfPathError({ intake, request }).catch(() => undefined);
  usage.record({ ...end, actor });
  intakeLog.record({ ...end, actor });
}

/** Whether its body is for the intake log, and was not read: with a valid key, it may be. */
const lacksBody = ({ actor, client, hasReadBody }: Caller, { method }: PublicRequest) =>
  client !== undefined && actor?.keepsBodies === true && !hasReadBody && method === 'POST';

/** Passes on how a request has ended to those who count and keep requests. */
function record(runtime: Runtime, request: PublicRequest, caller: Caller, end: RequestEnd): void {
  const { requests, usage, intakeLog } = runtime;
  requests.record(end);
  if (caller.operation === undefined) return void recordPathError(runtime, request, end);

  usage.record(end);
  if (caller.isHeld || caller.isLookUp) return;

  const rest = lacksBody(caller, request) ? request.readRest?.() : undefined;
  if (rest) void rest.then((body) => intakeLog.record({ ...end, body }));
  else intakeLog.record(end);
}

/** Answers a request of the public API. Never rejects: every outcome is an answer in the envelope. */
export async function handle(runtime: Runtime, request: PublicRequest): Promise<PublicResponse> {
  const began = performance.now();
  const requestId = requestIdOf(request.header('x-request-id'));
  const caller: Caller = {};
  const headers: Record<string, string> = {};
  const describeError = (thrown: unknown): PublicError => {
    const error = unwrapTrpcError(thrown);
    const publicError = toPublicError(error);
    if (publicError) return publicError;

    const durationMs = Math.round(performance.now() - began);
    const keyId = caller.actor?.apiKeyId;
    if (request.method === 'POST') runtime.intake.outcomes.fail(error);
    logFailure(runtime.log, 'public request failed', error, { requestId, keyId, durationMs });
    return isTransient(error) ? unavailable() : new PublicError(errors.internal);
  };
  const endOf = (status: number): RequestEnd => ({
    ...caller,
    requestId,
    status,
    isReplayed: 'idempotent-replayed' in headers,
    durationMs: performance.now() - began,
    endedAt: Date.now(),
    address: request.address,
  });
  const hold = async () => {
    if (!caller.actor) return;
    await runtime.intakeLog.hold(caller.actor, { ...endOf(200), isHeld: true });
    caller.isHeld = true;
  };
  const shared: SharedContext = { requestId, caller, answer: { headers }, describeError, hold };
  const response = await respond(runtime, request, shared).catch((thrown: unknown) => {
    const error = describeError(thrown);
    caller.message = error.message;
    caller.cause = causeOf(error.message);
    caller.keyless = keylessReasons.get(error.message);
    const refusal = failure(error, { requestId, accept: request.header('accept') });
    return { ...refusal, headers: { ...headers, ...refusal.headers } };
  });
  const { delayMs, isCut } = shared.answer;
  if (delayMs) await sleep(delayMs, undefined, { ref: false });
  const isRefused = response.status >= 400 || caller.items !== undefined;
  const end = endOf(response.status);
  record(runtime, request, caller, {
    ...end,
    headers: isRefused ? headersOf(request) : undefined,
  });
  if (isCut) return { ...response, isCut };
  const isForm = request.method === 'POST' && caller.submission?.preset === 'htmlForm';
  const isVisitor = isForm && isBrowserForm(request.header('accept'));
  return isVisitor ? visitorAnswer(response, shared.answer.next) : response;
}
