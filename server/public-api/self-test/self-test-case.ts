import type { SelfTestKey } from '#db/values/self-test.ts';
import { errors } from '../errors.ts';

/**
 * The requests of the self-test, as data for the browser that sends them, and the answer to each.
 * `$STEP_ID`, `$FUNNEL_ID`, `$UUID` (a new one for each case) and `$LEAD_ID` (from the answer to the
 * request before) are replaced in paths, headers and bodies.
 */
type Body =
  | { json: unknown }
  | { text: string }
  | { bytes: readonly number[] }
  /** `start`, `unit` repeated, `end`: too large to be listed here. */
  | { start: string; unit: string; times: number; end: string };

export interface SelfTestRequest {
  method: string;
  path: string;
  key: SelfTestKey | 'unknown' | 'none';
  headers: Readonly<Record<string, string>>;
  body?: Body;
}

export interface SelfTestCase {
  name: string;
  status: number;
  /** Beginning of the text of the answer. */
  text: string;
  /** Section of the error. */
  error?: string;
  /** Beginnings of headers of the answer. */
  headers: Readonly<Record<string, string>>;
  /** Whether `X-Simulate` asks for the answer. */
  isSimulated: boolean;
  /** Sent one after the other; the answer to the last one is judged. */
  requests: readonly SelfTestRequest[];
}

type ErrorName = keyof typeof errors;
type Given = Partial<SelfTestRequest> & { json?: unknown };

export const json = { 'Content-Type': 'application/json' };
export const name = 'Self-test';

/** A good request, changed as given. */
export function request({ json: value = { name }, ...given }: Given = {}): SelfTestRequest {
  return {
    method: 'POST',
    path: '/api/leads/public/$STEP_ID',
    key: 'full',
    headers: json,
    body: { json: value },
    ...given,
  };
}

export const get = (path: string, given: Given = {}): SelfTestRequest => ({
  method: 'GET',
  path,
  key: 'full',
  headers: {},
  ...given,
});

/** The good request with a header. */
export const withHeader = (header: string, value: string, body: unknown = { name }) =>
  request({ headers: { ...json, [header]: value }, json: body });

export function answered(
  title: string,
  text: string,
  requests: readonly SelfTestRequest[],
  { status = 201, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): SelfTestCase {
  return { name: title, status, text, headers, isSimulated: false, requests };
}

/** What some statuses carry. */
const headersOf: Record<number, Record<string, string>> = {
  401: { 'www-authenticate': 'ApiKey ' },
  405: { allow: 'POST' },
  409: { 'retry-after': '1' },
  429: { 'retry-after': '2' },
  503: { 'retry-after': '1' },
};

export function refused(
  error: ErrorName,
  title: string,
  sent: SelfTestRequest | readonly SelfTestRequest[],
  reason = '',
): SelfTestCase {
  const { status, section, message } = errors[error];
  return {
    name: title,
    status,
    text: message + reason,
    error: section,
    headers: headersOf[status] ?? {},
    isSimulated: false,
    requests: [sent].flat(),
  };
}

/** A 400 that names the fields. */
export const wrong = (title: string, text: string, sent: SelfTestRequest): SelfTestCase => ({
  ...refused('invalidFields', title, sent),
  text,
});

export const simulated = (error: ErrorName, value: string): SelfTestCase => ({
  ...refused(error, `X-Simulate: ${value}`, withHeader('X-Simulate', value)),
  isSimulated: true,
});

export const text = (value: string) => request({ body: { text: value } });

/** An error that the self-test does not cause. */
export interface LeftOut {
  section: string;
  status: number;
  text: string;
  reason: string;
}

export function leftOut(error: ErrorName, reason: string): LeftOut {
  const { section, status, message } = errors[error];
  return { section, status, text: message, reason };
}
