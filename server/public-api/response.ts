import { STATUS_CODES } from 'node:http';
import { TRPCError } from '@trpc/server';
import { unavailableRetrySeconds } from '../limits.ts';
import { DomainError } from '../services/errors.ts';
import { transportErrors } from '../transport-errors.ts';
import { challenge } from './contract.ts';
import { errors } from './errors.ts';

type Headers = Record<string, string>;

/** One problem of a field of the input. */
export interface FieldIssue {
  /** `phones[1]`, `customFields.colour`, under the names that the sender wrote. */
  path: string;
  /** JSON Pointer (RFC 6901) to it in the body; absent for a header. */
  pointer?: string;
  message: string;
  /** For programs; never changes. */
  code: string;
}

export const describeIssues = (issues: readonly FieldIssue[]) =>
  issues.map(({ path, message }) => `${path}: ${message}`).join('; ');

export interface ErrorDescription {
  status: number;
  message: string;
  /** Its section on the page of errors. */
  section?: string;
}

interface ErrorDetails {
  headers?: Headers;
  issues?: readonly FieldIssue[];
  warnings?: readonly FieldIssue[];
}

/** An error as it is answered: one of the API's, or a domain error with its status. */
export class PublicError extends Error {
  readonly status: number;
  readonly section: string | undefined;
  readonly headers: Headers;
  readonly issues: readonly FieldIssue[];
  /** What would not have refused the request. */
  readonly warnings: readonly FieldIssue[];

  constructor(
    { status, message, section }: ErrorDescription,
    { headers = {}, issues = [], warnings = [] }: ErrorDetails = {},
  ) {
    super(message);
    this.status = status;
    this.section = section;
    this.headers = headers;
    this.issues = issues;
    this.warnings = warnings;
  }
}

/** The error with a reason after its message. */
export const explained = (error: ErrorDescription, reason: string | undefined): ErrorDescription =>
  reason === undefined ? error : { ...error, message: `${error.message}: ${reason}` };

/** A 400 that names every problem. */
export function invalidFields(
  issues: readonly FieldIssue[],
  details: Omit<ErrorDetails, 'issues'> = {},
): PublicError {
  const message = describeIssues(issues);
  return new PublicError({ ...errors.invalidFields, message }, { ...details, issues });
}

const retryAfter = (seconds: number) => ({ 'retry-after': String(seconds) });

/** Overloaded, not started, stopping, or without its database: another try may succeed. */
export const unavailable = () =>
  new PublicError(errors.unavailable, { headers: retryAfter(unavailableRetrySeconds) });

/** What tRPC has wrapped into an error of its own. */
export const unwrapTrpcError = (error: unknown): unknown =>
  error instanceof TRPCError ? (error.cause ?? error) : error;

const sections = new Map(
  Object.values(errors).map(({ message, section }) => [String(message), section]),
);

/** The error as it may be answered; `undefined` for a fault of the service. */
export function toPublicError(error: unknown): PublicError | undefined {
  if (error instanceof PublicError) return error;
  if (!(error instanceof DomainError)) return undefined;

  const headers = 'retryAfterSeconds' in error ? retryAfter(Number(error.retryAfterSeconds)) : {};
  const { status } = transportErrors[error.code];
  const section = sections.get(error.message);
  return new PublicError(
    { status, message: error.message, ...(section !== undefined && { section }) },
    { headers },
  );
}

/** An answer of the public API, ready to be sent. */
export interface PublicResponse {
  status: number;
  headers: Headers;
  body: string;
  /** The connection is cut instead of sending the answer. */
  isCut?: boolean | undefined;
}

export const problemType = 'application/problem+json';
/** Where the documentation of errors is, with a section for each. */
export const errorsPage = '/docs/errors';
const quotedText = /"(?:[^"\\]|\\.)*"?/g;

/** Weight of a media type in an `Accept` header; 0 when it is not named, or its weight is no number. */
function weightOf(ranges: readonly string[][], type: string): number {
  const range = ranges.find(([name]) => name === type);
  if (!range) return 0;

  const given = range.find((parameter) => /^q\s*=/.test(parameter));
  const weight = given === undefined ? 1 : Number(given.split('=')[1]);
  return weight > 0 && weight <= 1 ? weight : 0;
}

/**
 * Whether a caller names `application/problem+json` (RFC 9110, 12.5.1) and does not prefer
 * `application/json`. Wildcards do not count.
 */
export function asksForProblem(accept: string | undefined): boolean {
  if (!accept) return false;

  const ranges = accept
    .replace(quotedText, '')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()));
  const weight = weightOf(ranges, problemType);
  return weight > 0 && weight >= weightOf(ranges, 'application/json');
}

/** Adds the headers that every answer of the public API carries. */
const complete = (
  { status, headers, body }: PublicResponse,
  requestId: string,
): PublicResponse => ({
  status,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    ...headers,
  },
  body,
});

/** A success whose caller wants bare text. */
export const plainText = (
  text: string,
  { requestId, headers }: { requestId: string; headers: Headers },
): PublicResponse => {
  const type = { 'content-type': 'text/plain; charset=utf-8' };
  return complete({ status: 200, headers: { ...type, ...headers }, body: text }, requestId);
};

/** A success in the envelope. */
export function success(
  { status, message }: { status: number; message: string },
  data: unknown,
  { requestId, headers }: { requestId: string; headers: Headers },
): PublicResponse {
  const body = JSON.stringify({ success: true, data, message });
  return complete({ status, headers, body }, requestId);
}

/** The `type` of the error as RFC 9457. */
export const typeOf = ({ section }: Pick<PublicError, 'section'>) =>
  section === undefined ? 'about:blank' : `${errorsPage}#${section}`;

/** A failure in the envelope, or as RFC 9457 for callers that ask for it. */
export function failure(
  { status, section, message, issues, warnings, headers: ownHeaders }: PublicError,
  { requestId, accept }: { requestId: string; accept: string | undefined },
): PublicResponse {
  const headers = status === 401 ? { 'www-authenticate': challenge, ...ownHeaders } : ownHeaders;
  if (!asksForProblem(accept)) {
    const body = JSON.stringify({ success: false, error: message });
    return complete({ status, headers, body }, requestId);
  }

  const body = JSON.stringify({
    type: typeOf({ section }),
    title: STATUS_CODES[status],
    status,
    detail: message,
    requestId,
    issues,
    warnings,
  });
  return complete(
    { status, headers: { ...headers, 'content-type': problemType }, body },
    requestId,
  );
}
