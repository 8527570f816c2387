import type { TRPCError } from '@trpc/server';
import type { DomainErrorCode } from './services/errors.ts';

interface TransportError {
  trpc: TRPCError['code'];
  status: number;
}

/** What each domain error is called by tRPC and by HTTP. */
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
