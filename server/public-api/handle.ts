import { callTRPCProcedure } from '@trpc/server';
import { isTransient } from '#db/errors.ts';
import { RequestDeadline } from '../intake/deadline.ts';
import { logFailure } from '../log-failure.ts';
import { requestIdOf } from '../request-id.ts';
import type { Runtime } from '../runtime.ts';
import { errors } from './contract.ts';
import type { Caller, PublicContext, PublicRequest } from './procedure.ts';
import { type RawInput, readJsonBody } from './read-json.ts';
import {
  failure,
  PublicError,
  type PublicResponse,
  success,
  toPublicError,
  unavailable,
  unwrapTrpcError,
} from './response.ts';
import { matchPath, publicRouter } from './router.ts';

/** Reads nothing for a GET: its input are the parameters of the path. */
async function readInput({ request, params, deadline }: PublicContext) {
  if (request.method === 'GET') return params;

  const { body, bytes } = await deadline.pause(readJsonBody(request));
  const header = (name: string) => request.header(name);
  return { params, header, body, bytes } satisfies RawInput;
}

interface Circumstances {
  requestId: string;
  headers: Record<string, string>;
  caller: Caller;
}

/** Path, method, https, overload; then the procedure: host, key, permission, rate, body, fields. */
async function answer(
  { settings, intake }: Runtime,
  request: PublicRequest,
  { requestId, headers, caller }: Circumstances,
): Promise<PublicResponse> {
  const match = matchPath(request.path);
  if (!match) throw new PublicError(errors.notFound);
  const operation = match.operations.get(request.method);
  if (!operation) {
    const allow = [...match.operations.keys()].join(', ');
    throw new PublicError(errors.methodNotAllowed, { headers: { allow } });
  }
  caller.operation = operation.name;
  // A redirect would let the sender go on sending its key in the clear.
  if (settings.requireHttps && !request.isSecure() && request.header('x-api-key')) {
    throw new PublicError(errors.keyOverHttp);
  }
  if (!intake.shouldAccept(request.header('x-api-key'))) throw unavailable();

  const ctx: PublicContext = {
    intake,
    db: intake.db,
    request,
    requestId,
    params: match.params,
    deadline: new RequestDeadline(),
    caller,
    responseHeaders: headers,
  };
  const data: unknown = await callTRPCProcedure({
    router: publicRouter,
    path: operation.name,
    type: operation.type,
    getRawInput: () => readInput(ctx),
    ctx,
    signal: undefined,
    batchIndex: 0,
  });
  return success(operation.success, data, { requestId, headers });
}

/** What the caller is told; a fault of the service is logged and told without details. */
function describeError(
  { log }: Runtime,
  thrown: unknown,
  { requestId, caller }: Circumstances,
  began: number,
): PublicError {
  const error = unwrapTrpcError(thrown);
  const told = toPublicError(error);
  if (told) return told;

  const durationMs = Math.round(performance.now() - began);
  const keyId = caller.actor?.apiKeyId;
  logFailure(log, 'public request failed', error, { requestId, keyId, durationMs });
  return isTransient(error) ? unavailable() : new PublicError(errors.internal);
}

/** Answers a request of the public API. Never rejects: every outcome is an answer in the envelope. */
export async function handle(runtime: Runtime, request: PublicRequest): Promise<PublicResponse> {
  const began = performance.now();
  const requestId = requestIdOf(request.header('x-request-id'));
  const headers: Record<string, string> = {};
  const circumstances: Circumstances = { requestId, headers, caller: {} };
  const response = await answer(runtime, request, circumstances).catch((thrown: unknown) => {
    const error = describeError(runtime, thrown, circumstances, began);
    const refusal = failure(error, { requestId, accept: request.header('accept') });
    return { ...refusal, headers: { ...headers, ...refusal.headers } };
  });
  runtime.requests.record({
    requestId,
    status: response.status,
    operation: circumstances.caller.operation,
    actor: circumstances.caller.actor,
    isReplayed: 'idempotent-replayed' in headers,
    durationMs: performance.now() - began,
    address: request.address,
  });
  return response;
}
