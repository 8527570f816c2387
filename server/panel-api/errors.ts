import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { isTransient } from '#db/errors.ts';
import { DomainError, InvalidError, InvalidFieldsError } from '../services/errors.ts';
import { LeadConflictError } from '../services/leads/lead-changes.ts';
import { transportErrors } from '../transport-errors.ts';
import { type LeadConflict, leadConflict } from './schemas/leads.ts';

export const internalServerError = 'Internal server error';
export const temporarilyUnavailable = 'Temporarily unavailable. Try again in a moment';

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
  if (isTransient(cause)) {
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
  if (cause instanceof InvalidFieldsError) return [...cause.issues];
  if (cause instanceof InvalidError) return [{ path: cause.field ?? '', message: cause.message }];

  return undefined;
}

/** The change of a lead that a refused one would have overwritten. */
export const conflictOf = ({ cause }: TRPCError): LeadConflict | undefined =>
  cause instanceof LeadConflictError ? leadConflict.parse(cause) : undefined;
