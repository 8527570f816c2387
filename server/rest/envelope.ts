import { internalServerError, transportErrors } from '../api/errors.ts';
import { DomainError, InFlightError, TooManyRequestsError } from '../services/errors.ts';
import type { FieldIssue } from './describe-issues.ts';

/** An answer of the public API, ready to be sent. */
export interface PublicResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Of a failure: what the body says, for those who ask for another shape. */
  refusal?: { error: string; issues: readonly FieldIssue[] };
}

/** A refusal that exists on HTTP only: path, method, media type, size, syntax. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly issues: readonly FieldIssue[];

  constructor(
    status: number,
    message: string,
    headers: Record<string, string> = {},
    issues: readonly FieldIssue[] = [],
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.issues = issues;
  }
}

const challenge = { 'www-authenticate': 'ApiKey realm="leads", header="X-API-Key"' };

/** `data` is JSON text already. */
export function success(status: number, data: string, message: string): PublicResponse {
  return {
    status,
    headers: {},
    body: `{"success":true,"data":${data},"message":${JSON.stringify(message)}}`,
  };
}

export function failure(
  status: number,
  error: string,
  headers: Record<string, string> = {},
  issues: readonly FieldIssue[] = [],
): PublicResponse {
  const body = JSON.stringify({ success: false, error });
  return { status, headers, body, refusal: { error, issues } };
}

/** The answer for an error that may be told; `undefined` for one that is ours. */
export function toldFailure(error: unknown): PublicResponse | undefined {
  if (error instanceof HttpError)
    return failure(error.status, error.message, error.headers, error.issues);
  if (!(error instanceof DomainError)) return undefined;

  const { status } = transportErrors[error.code];
  if (error instanceof TooManyRequestsError || error instanceof InFlightError) {
    return failure(status, error.message, { 'retry-after': String(error.retryAfterSeconds) });
  }
  return failure(status, error.message, status === 401 ? challenge : {});
}

/** Overloaded, not started, stopping, or without its database: another try may succeed. */
export const unavailable = () =>
  failure(503, 'Service temporarily unavailable', { 'retry-after': '1' });

export const ourFault = () => failure(500, internalServerError);

/** Adds the headers that every answer of the public API carries. */
export function complete(response: PublicResponse, requestId: string): PublicResponse {
  return {
    ...response,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(response.body)),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      ...response.headers,
    },
  };
}
