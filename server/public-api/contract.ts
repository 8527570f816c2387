import { keyInFlight, keyMisused, stepNotFound } from '../intake/idempotency.ts';
import { maxJsonDepth } from '../limits.ts';

/**
 * The fixed parts of the public API: paths, limits, errors and headers. The handler, the OpenAPI
 * document and the tests read them from here; an operation's own part is in its file.
 */

/** Where every operation is. */
const prefix = '/api';
/** Operations below this path also answer without the prefix. */
const unprefixed = '/leads/public/';
/** Below the prefix, but served by Next to the panel. */
const panelPaths = /^\/api\/(?:auth|trpc)(?:\/|$)|^\/api\/openapi\.json$/;

/** Whether the public API answers for the path, be it with 404. */
export function isPublicPath(path: string): boolean {
  const isPrefixed = path === prefix || path.startsWith(`${prefix}/`);
  return (isPrefixed && !panelPaths.test(path)) || `${path}/`.startsWith(unprefixed);
}

/** The path as operations declare it, without the prefix. */
export function operationPath(path: string): string | undefined {
  if (path.startsWith(`${prefix}/`)) return path.slice(prefix.length);
  return path.startsWith(unprefixed) ? path : undefined;
}

/** Groups of operations in the OpenAPI document. */
export const tags = [
  { name: 'Leads', description: 'Submissions from outside' },
  { name: 'Key', description: 'What a key is, and where it may create leads' },
];

/**
 * Every error that the public API itself finds. The four of section 5 of the published interface are
 * `keyRequired`, `keyInvalid`, `keyExpired` and `keyOfOtherApplication`.
 */
export const errors = {
  malformedRequest: { status: 400, text: 'Malformed HTTP request' },
  hostRequired: { status: 400, text: 'Host header is required' },
  bodyEndedEarly: { status: 400, text: 'Request body ended early' },
  notUtf8: { status: 400, text: 'Request body must be valid UTF-8' },
  notJson: { status: 400, text: 'Request body must be valid JSON' },
  notObject: { status: 400, text: 'Request body must be a JSON object' },
  tooDeep: {
    status: 400,
    text: `Request body must not be nested deeper than ${maxJsonDepth} levels`,
  },
  keyRequired: { status: 401, text: 'API Key required' },
  keyInvalid: { status: 401, text: 'Invalid or inactive API Key' },
  keyExpired: { status: 401, text: 'API Key has expired' },
  keyOfOtherApplication: { status: 403, text: 'API Key does not belong to this application' },
  keyOverHttp: { status: 403, text: 'API Key must be sent over https' },
  stepNotAllowed: {
    status: 403,
    text: 'API Key does not allow creating leads in this step',
  },
  notFound: { status: 404, text: 'Not found' },
  unknownHost: { status: 404, text: 'Unknown application host' },
  methodNotAllowed: { status: 405, text: 'Method not allowed' },
  requestTimeout: { status: 408, text: 'Request took too long' },
  bodyTimeout: { status: 408, text: 'Request body took too long' },
  bodyTooLarge: { status: 413, text: 'Request body must not exceed 64 KiB' },
  notJsonType: { status: 415, text: 'Content-Type must be application/json' },
  notUtf8Type: { status: 415, text: 'Content-Type must be application/json in UTF-8' },
  compressed: {
    status: 415,
    text: 'Content-Encoding is not supported: send the body uncompressed',
  },
  expectationFailed: { status: 417, text: 'Expect must be 100-continue' },
  rateExceeded: { status: 429, text: 'Too many requests' },
  tooManyFailedKeys: { status: 429, text: 'Too many failed API keys from this address' },
  headersTooLarge: { status: 431, text: 'Request headers must not exceed 16 KiB' },
  internal: { status: 500, text: 'Internal server error' },
  unavailable: { status: 503, text: 'Service temporarily unavailable' },
} as const satisfies Record<string, { status: number; text: string }>;

/** What each failure status of an operation means, with an `error` as it may read. */
export const failures: Record<number, { description: string; example: string }> = {
  400: {
    description:
      'The request is malformed, its body is not JSON, or some of its fields are wrong; all of them are named',
    example: 'name: is required; phones[1]: must hold 8 to 15 digits with country code',
  },
  401: {
    description: 'The key is missing, unknown, inactive or expired',
    example: errors.keyRequired.text,
  },
  403: {
    description:
      'The key belongs to another application, may not create leads in this step, or came over plain http where https is required',
    example: errors.keyOfOtherApplication.text,
  },
  404: {
    description: 'No application has this host, or the company of the key has no such step',
    example: stepNotFound,
  },
  405: {
    description: 'The path takes other methods, which `Allow` names',
    example: errors.methodNotAllowed.text,
  },
  408: {
    description: 'The request took too long to arrive',
    example: errors.requestTimeout.text,
  },
  409: {
    description:
      'A request with the same `Idempotency-Key` is being processed: try again after `Retry-After` seconds',
    example: keyInFlight,
  },
  413: { description: 'The body is larger than 64 KiB', example: errors.bodyTooLarge.text },
  415: {
    description: 'The body is not announced as JSON in UTF-8',
    example: errors.notJsonType.text,
  },
  417: {
    description: 'The request expects something other than `100-continue`',
    example: errors.expectationFailed.text,
  },
  422: {
    description: 'The `Idempotency-Key` was used with another step or body in the last 24 hours',
    example: keyMisused,
  },
  429: {
    description:
      'The key sends more than its rate, or the address too many failed keys: try again after `Retry-After` seconds',
    example: errors.rateExceeded.text,
  },
  431: {
    description: 'The headers are larger than 16 KiB',
    example: errors.headersTooLarge.text,
  },
  500: { description: 'A fault of the service', example: errors.internal.text },
  503: {
    description: 'Overloaded or stopping: try again after `Retry-After` seconds',
    example: errors.unavailable.text,
  },
};

/** Statuses that any operation may answer with, and those that only come with a body. */
const always = [400, 401, 403, 404, 405, 408, 417, 429, 431, 500, 503];
const withBody = [409, 413, 415, 422];

export const failureStatuses = (hasBody: boolean): number[] =>
  (hasBody ? [...always, ...withBody] : always).sort((a, b) => a - b);

/** Statuses of requests that are refused before the rate of their key is known. */
const withoutRate = [401, 403, 405, 417, 431];
export const hasRate = (status: number): boolean => !withoutRate.includes(status);

/** Sent with 401 (RFC 9110, 11.6.1). */
export const challenge = 'ApiKey realm="leads", header="X-API-Key"';
