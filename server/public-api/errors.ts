import { keyInFlight, keyMisused } from '../intake/idempotency.ts';
import { maxBatchLeads, maxJsonDepth } from '../limits.ts';
import { leadNotFound, stepNotFound } from '../services/leads/read-leads.ts';

const lowerWords = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Names the section of each error on the page of errors, after its key. The cast restores the keys,
 * which the type of `Object.fromEntries` has lost.
 */
const withSections = <T extends Record<string, { status: number; message: string; fix: string }>>(
  described: T,
) =>
  Object.fromEntries(
    Object.entries(described).map(([name, error]) => [
      name,
      { ...error, section: lowerWords(name) },
    ]),
  ) as { readonly [Name in keyof T]: T[Name] & { readonly section: string } };

/**
 * Every error of the public API: the beginning of its message, and what to do about it (`fix`). The
 * messages of `keyRequired`, `keyInvalid`, `keyExpired` and `keyOfOtherApplication` are published and fixed.
 */
export const errors = withSections({
  malformedRequest: {
    status: 400,
    message: 'Malformed HTTP request',
    fix: 'Send the request with an HTTP library. Header names hold no spaces, and `Content-Length` is the number of bytes of the body.',
  },
  hostRequired: {
    status: 400,
    message: 'Host header is required',
    fix: 'Send the host of your application in `Host`. HTTP libraries do so by themselves.',
  },
  bodyEndedEarly: {
    status: 400,
    message: 'Request body ended early',
    fix: 'The connection ended before the body had arrived. Send the request again.',
  },
  notUtf8: {
    status: 400,
    message: 'Request body must be valid UTF-8',
    fix: 'Encode the body as UTF-8 before you send it.',
  },
  notJson: {
    status: 400,
    message: 'Request body must be valid JSON',
    fix: 'The text names the place. Build the body with a JSON function such as `JSON.stringify` or `json_encode`: it escapes line breaks and quotes.',
  },
  notObject: {
    status: 400,
    message: 'Request body must be a JSON object',
    fix: 'Send one lead as `{"name": "…"}`.',
  },
  tooDeep: {
    status: 400,
    message: `Request body must not be nested deeper than ${maxJsonDepth} levels`,
    fix: 'Send the fields of the lead flat.',
  },
  invalidFields: {
    status: 400,
    message: 'name: is required; phones[1]: must hold 8 to 15 digits with country code',
    fix: 'Correct each field that the text names. With `Accept: application/problem+json` each problem has a code and a JSON Pointer.',
  },
  submissionNotRead: {
    status: 400,
    message: 'No person could be found in the submission',
    fix: 'Map its fields at Settings → API keys, on the key of the inbound address. Your company stores no requests, so the submission is not held for that.',
  },
  keyRequired: {
    status: 401,
    message: 'API Key required',
    fix: 'Send the key in the header `X-API-Key`. A key in the address, in the body or as a bearer token is not used: rotate one that was sent there.',
  },
  keyInvalid: {
    status: 401,
    message: 'Invalid or inactive API Key',
    fix: 'Copy the whole key, and check at Settings → API keys that it is active.',
  },
  keyExpired: {
    status: 401,
    message: 'API Key has expired',
    fix: 'Create or rotate the key at Settings → API keys.',
  },
  senderNotVerified: {
    status: 401,
    message: 'The sender could not be verified',
    fix: 'Enter the signing secret of the tool at Settings → Inbound addresses as the tool shows it, and the networks that it sends from, or none.',
  },
  keyOfOtherApplication: {
    status: 403,
    message: 'API Key does not belong to this application',
    fix: 'Send to the host of the application that the key belongs to.',
  },
  keyOverHttp: {
    status: 403,
    message: 'API Key must be sent over https',
    fix: 'Send to the address with `https`, and rotate the key: it has been sent in the clear.',
  },
  stepNotAllowed: {
    status: 403,
    message: 'API Key does not allow creating leads in this step',
    fix: 'Send to a step that `GET /funnels` lists for this key, or extend what the key may do at Settings → API keys.',
  },
  readingNotAllowed: {
    status: 403,
    message: 'API Key does not allow reading leads',
    fix: 'Permit the key to read leads at Settings → API keys.',
  },
  leadNotFound: {
    status: 404,
    message: leadNotFound,
    fix: 'Send the `id` that the answer to the creation has. A limited key reads only leads in its own funnels and steps.',
  },
  notFound: {
    status: 404,
    message: 'Not found',
    fix: 'Leads are sent to `/api/leads/public/{stepId}`.',
  },
  unknownAddress: {
    status: 404,
    message: 'Unknown inbound address',
    fix: 'Copy the whole address at Settings → Inbound addresses into the tool. Deleted and rotated addresses are unknown.',
  },
  unknownHost: {
    status: 404,
    message: 'Unknown application host',
    fix: 'Send to the base URL that Settings → API keys shows.',
  },
  stepNotFound: {
    status: 404,
    message: stepNotFound,
    fix: 'Copy the step ID at CRM → Funnels. Archived steps take no leads.',
  },
  methodNotAllowed: {
    status: 405,
    message: 'Method not allowed',
    fix: 'Use the method that the text and `Allow` name. A redirect from http to https turns a POST into a GET: send to https at once.',
  },
  requestTimeout: {
    status: 408,
    message: 'Request took too long',
    fix: 'The headers did not arrive in time. Send the request again.',
  },
  bodyTimeout: {
    status: 408,
    message: 'Request body took too long',
    fix: 'The body did not arrive in time. Send the request again.',
  },
  keyInFlight: {
    status: 409,
    message: keyInFlight,
    fix: 'Send the same request again after `Retry-After` seconds.',
  },
  bodyTooLarge: {
    status: 413,
    message: 'Request body must not exceed 64 KiB',
    fix: 'Send the fields of the lead without files.',
  },
  batchBodyTooLarge: {
    status: 413,
    message: 'Request body must not exceed 1 MiB',
    fix: 'Send fewer leads in a batch.',
  },
  batchTooLarge: {
    status: 413,
    message: `A batch must not hold more than ${maxBatchLeads} leads`,
    fix: 'Send the leads in several batches. None of this one was stored.',
  },
  notJsonType: {
    status: 415,
    message: 'Content-Type must be application/json',
    fix: 'Send the body as JSON, with the header `Content-Type: application/json`.',
  },
  notUtf8Type: {
    status: 415,
    message: 'Content-Type must be application/json in UTF-8',
    fix: 'Leave `charset` out, or set it to `utf-8`.',
  },
  compressed: {
    status: 415,
    message: 'Content-Encoding is not supported: send the body uncompressed',
    fix: 'Leave `Content-Encoding` out.',
  },
  expectationFailed: {
    status: 417,
    message: 'Expect must be 100-continue',
    fix: 'Leave `Expect` out.',
  },
  keyMisused: {
    status: 422,
    message: keyMisused,
    fix: 'Use a new `Idempotency-Key`, such as a UUID, for each lead, and the same one only for a retry.',
  },
  rateExceeded: {
    status: 429,
    message: 'Too many requests',
    fix: 'Send again after `Retry-After` seconds. The rate of a key is at Settings → API keys.',
  },
  tooManyFailedKeys: {
    status: 429,
    message: 'Too many failed API keys from this address',
    fix: 'Correct the key, and send again after `Retry-After` seconds.',
  },
  headersTooLarge: {
    status: 431,
    message: 'Request headers must not exceed 16 KiB',
    fix: 'Leave cookies and headers of your own out.',
  },
  internal: {
    status: 500,
    message: 'Internal server error',
    fix: 'A fault of the service. Send again with the same `Idempotency-Key`; if it fails again, report the `X-Request-Id`.',
  },
  addressPaused: {
    status: 503,
    message: 'This inbound address is paused',
    fix: 'Resume it at Settings → Inbound addresses. What came meanwhile is in the intake log, and can be sent again.',
  },
  unavailable: {
    status: 503,
    message: 'Service temporarily unavailable',
    fix: 'Send again after `Retry-After` seconds, with the same `Idempotency-Key`.',
  },
} as const);
