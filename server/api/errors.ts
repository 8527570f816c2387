import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { isPassingFault } from '#db/errors.ts';
import { DomainError, type DomainErrorCode, InvalidError } from '../services/errors.ts';

interface TransportError {
  trpc: TRPCError['code'];
  status: number;
}

/** What each refusal of a rule is called outside. */
export const transportErrors = {
  invalid: { trpc: 'BAD_REQUEST', status: 400 },
  unauthenticated: { trpc: 'UNAUTHORIZED', status: 401 },
  forbidden: { trpc: 'FORBIDDEN', status: 403 },
  not_found: { trpc: 'NOT_FOUND', status: 404 },
  conflict: { trpc: 'CONFLICT', status: 409 },
  in_flight: { trpc: 'CONFLICT', status: 409 },
  misused_key: { trpc: 'UNPROCESSABLE_CONTENT', status: 422 },
  limit_reached: { trpc: 'CONFLICT', status: 409 },
  too_many_requests: { trpc: 'TOO_MANY_REQUESTS', status: 429 },
} as const satisfies Record<DomainErrorCode, TransportError>;

export const internalServerError = 'Internal server error';
const temporarilyUnavailable = 'Temporarily unavailable. Try again in a moment';

/** One thing wrong with the input; `path` is dotted, as `steps.0`. */
export interface Issue {
  path: string;
  message: string;
}

/** Says outside what may be said of an error; the error itself stays on `cause`. */
export function toTransportError(error: TRPCError): TRPCError {
  const { cause } = error;
  if (cause instanceof DomainError) {
    return new TRPCError({ code: transportErrors[cause.code].trpc, message: cause.message, cause });
  }
  if (error.code === 'BAD_REQUEST' && cause instanceof ZodError) {
    return new TRPCError({ code: 'BAD_REQUEST', message: 'Some fields need another look', cause });
  }
  if (error.code === 'PARSE_ERROR') {
    return new TRPCError({ code: 'PARSE_ERROR', message: 'The request is not valid JSON', cause });
  }
  if (isPassingFault(cause)) {
    return new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: temporarilyUnavailable, cause });
  }
  if (error.code === 'INTERNAL_SERVER_ERROR') {
    return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: internalServerError, cause });
  }

  return error;
}

/** The fields that a refusal is about, for messages beside them. */
export function issuesOf({ code, cause }: TRPCError): Issue[] | undefined {
  if (code !== 'BAD_REQUEST') return undefined;
  if (cause instanceof ZodError) {
    return cause.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  }
  if (cause instanceof InvalidError) return [{ path: cause.field ?? '', message: cause.message }];

  return undefined;
}
