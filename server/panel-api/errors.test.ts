import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  ConflictError,
  type DomainError,
  ForbiddenError,
  InvalidError,
  LimitReachedError,
  NotFoundError,
  TooManyRequestsError,
  UnauthenticatedError,
} from '../services/errors.ts';
import { transportErrors } from '../transport-errors.ts';
import { issuesOf, toTransportError } from './errors.ts';

const thrown = (cause: unknown) => new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause });

test.each<[DomainError, number]>([
  [new InvalidError('text', 'name'), 400],
  [new UnauthenticatedError('text'), 401],
  [new ForbiddenError('text'), 403],
  [new NotFoundError('text'), 404],
  [new ConflictError('text'), 409],
  [new LimitReachedError('text'), 409],
  [new TooManyRequestsError('text', 5), 429],
])('%o leaves with its message', (cause, status) => {
  const error = toTransportError(thrown(cause));

  expect(error).toMatchObject({ message: 'text', cause });
  expect(getHTTPStatusCodeFromError(error)).toBe(status);
  expect(transportErrors[cause.code].status).toBe(status);
});

test('the table agrees with tRPC about each status', () => {
  for (const { trpc, status } of Object.values(transportErrors)) {
    expect(getHTTPStatusCodeFromError(new TRPCError({ code: trpc }))).toBe(status);
  }
});

test('a fault that passes is told as one, without a word of what it was', () => {
  const cause = Object.assign(new Error('select secret from keys'), { code: 'CONNECTION_CLOSED' });
  const error = toTransportError(thrown(new Error('failed query', { cause })));

  expect(getHTTPStatusCodeFromError(error)).toBe(503);
  expect(error.message).toBe('Temporarily unavailable. Try again in a moment');
});

test('anything else is masked and kept as the cause', () => {
  const cause = new Error('select secret from keys');
  const error = toTransportError(thrown(cause));

  expect(error).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error' });
  expect(error.cause).toBe(cause);
});

test('fields are named for bad input, never for a fault of ours', () => {
  const cause = z.object({ steps: z.array(z.string()) }).safeParse({ steps: [1] }).error;

  expect(issuesOf(new TRPCError({ code: 'BAD_REQUEST', cause }))).toMatchObject([
    { path: 'steps.0' },
  ]);
  expect(issuesOf(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause }))).toBeUndefined();
});
