import { callTRPCProcedure } from '@trpc/server';
import { isTransient } from '#db/errors.ts';
import { RequestDeadline } from '../intake/deadline.ts';
import { logFailure } from '../log-failure.ts';
import { requestIdOf } from '../request-id.ts';
import type { Runtime } from '../runtime.ts';
import { errors } from './contract.ts';
import type { PublicContext, PublicRequest } from './procedure.ts';
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

/** Path, method, https, overload; then the procedure: host, key, permission, rate, body, fields. */
async function answer(
  { settings, intake }: Runtime,
  request: PublicRequest,
  { requestId, headers }: { requestId: string; headers: Record<string, string> },
): Promise<PublicResponse> {
  const match = matchPath(request.path);
  if (!match) throw new PublicError(errors.notFound);
  const operation = match.operations.get(request.method);
  if (!operation) {
    const allow = [...match.operations.keys()].join(', ');
    throw new PublicError(errors.methodNotAllowed, { headers: { allow } });
  }
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
function describeError({ log }: Runtime, thrown: unknown, requestId: string): PublicError {
  const error = unwrapTrpcError(thrown);
  const told = toPublicError(error);
  if (told) return told;

  logFailure(log, 'public request failed', error, { requestId });
  return isTransient(error) ? unavailable() : new PublicError(errors.internal);
}

/** Answers a request of the public API. Never rejects: every outcome is an answer in the envelope. */
export async function handle(runtime: Runtime, request: PublicRequest): Promise<PublicResponse> {
  const requestId = requestIdOf(request.header('x-request-id'));
  const headers: Record<string, string> = {};
  try {
    return await answer(runtime, request, { requestId, headers });
  } catch (thrown) {
    const error = describeError(runtime, thrown, requestId);
    const {
      status,
      headers: own,
      body,
    } = failure(error, {
      requestId,
      accept: request.header('accept'),
    });
    return { status, headers: { ...headers, ...own }, body };
  }
}
