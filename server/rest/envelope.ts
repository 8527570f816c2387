import { DomainError, type DomainErrorCode, TooManyRequestsError } from '../services/errors.ts';

/** An answer of the public API, ready to be sent. */
export interface PublicResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A refusal that exists on HTTP only: path, method, media type, size, syntax. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  limit_reached: 409,
  too_many_requests: 429,
} satisfies Record<DomainErrorCode, number>;

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
): PublicResponse {
  return { status, headers, body: JSON.stringify({ success: false, error }) };
}

/** The answer for an error that may be told; `undefined` for one that is ours. */
export function toldFailure(error: unknown): PublicResponse | undefined {
  if (error instanceof HttpError) return failure(error.status, error.message, error.headers);
  if (!(error instanceof DomainError)) return undefined;

  const status = statusOf[error.code];
  if (error instanceof TooManyRequestsError) {
    return failure(status, error.message, { 'retry-after': String(error.retryAfterSeconds) });
  }
  return failure(status, error.message, status === 401 ? challenge : {});
}
