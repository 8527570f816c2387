import { maxBatchLeads } from '../limits.ts';
import { errors } from './errors.ts';

/**
 * The fixed parts of the public API: paths, tags, statuses and headers. The handler, the OpenAPI
 * document and the tests read them from here; an operation's own part is in its file.
 */

/** Where every operation is. */
const prefix = '/api';
const prefixed = /^\/api(?:[/?]|$)/;
/** Where they also answer, without the prefix. No company takes these names: `reservedSlugs`. */
const unprefixed = /^\/(?:leads(?:[/?]|$)|(?:me|funnels)\/?(?:\?|$))/;
/** Below the prefix, but served by Next to the panel. */
const panelPaths = /^\/api\/(?:auth|trpc)(?:[/?]|$)|^\/api\/openapi\.(?:json|yaml)(?:\?|$)/;

/** Whether the public API answers for the path, be it with 404. */
export function isPublicPath(sent: string): boolean {
  const path = sent.replace(/^\/{2,}/, '/');
  return (prefixed.test(path) && !panelPaths.test(path)) || unprefixed.test(path);
}

/** The path as operations declare it, without the prefix. */
export function operationPath(path: string): string | undefined {
  if (path.startsWith(`${prefix}/`)) return path.slice(prefix.length);
  return unprefixed.test(path) ? path : undefined;
}

/** Groups of operations in the OpenAPI document. */
export const tags = [
  { name: 'Leads', description: 'Submissions from outside' },
  { name: 'Key', description: 'What a key is, and where it may create leads' },
];

/** The meaning of each failure status, with one of its errors as the example. */
export const failures = {
  400: {
    description:
      'The request is malformed, its body is not JSON, or some of its fields are wrong; all of them are named',
    error: errors.invalidFields,
  },
  401: {
    description: 'The key is missing, unknown, inactive or expired',
    error: errors.keyRequired,
  },
  403: {
    description:
      'The key belongs to another application, may not create leads in this step, or came over plain http where https is required',
    error: errors.keyOfOtherApplication,
  },
  404: {
    description: 'No application has this host, or the company of the key has no such step',
    error: errors.stepNotFound,
  },
  405: {
    description: 'The path takes other methods, which `Allow` names',
    error: errors.methodNotAllowed,
  },
  408: {
    description: 'The request took too long to arrive',
    error: errors.requestTimeout,
  },
  409: {
    description:
      'A request with the same `Idempotency-Key` is being processed: try again after `Retry-After` seconds',
    error: errors.keyInFlight,
  },
  413: {
    description: `The body is larger than 64 KiB, or a batch than 1 MiB or ${maxBatchLeads} leads; nothing is stored`,
    error: errors.bodyTooLarge,
  },
  415: {
    description: 'The body is not announced as JSON in UTF-8',
    error: errors.notJsonType,
  },
  417: {
    description: 'The request expects something other than `100-continue`',
    error: errors.expectationFailed,
  },
  422: {
    description:
      'The `Idempotency-Key` was used with another step or other fields in the last seven days',
    error: errors.keyMisused,
  },
  429: {
    description:
      'The key sends more than its rate, or the address too many failed keys: try again after `Retry-After` seconds',
    error: errors.rateExceeded,
  },
  431: {
    description: 'The headers are larger than 16 KiB',
    error: errors.headersTooLarge,
  },
  500: { description: 'A fault of the service', error: errors.internal },
  503: {
    description: 'Overloaded or stopping: try again after `Retry-After` seconds',
    error: errors.unavailable,
  },
};

export type FailureStatus = keyof typeof failures;

/** Statuses that any operation may answer with, and those that only come with a body. */
const always: FailureStatus[] = [400, 401, 403, 404, 405, 408, 417, 429, 431, 500, 503];
const withBody: FailureStatus[] = [409, 413, 415, 422];

export const failureStatuses = (hasBody: boolean): FailureStatus[] =>
  (hasBody ? [...always, ...withBody] : always).sort((a, b) => a - b);

/** Statuses of requests that are refused before the rate of their key is known. */
const withoutRate = [401, 403, 405, 417, 431];
export const hasRate = (status: number): boolean => !withoutRate.includes(status);

/** Sent with 401 (RFC 9110, 11.6.1). */
export const challenge = 'ApiKey realm="leads", header="X-API-Key"';
