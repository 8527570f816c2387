import { type Attempted, LeadgateError } from './errors.ts';
import type { Warnings } from './options.ts';
import type { FieldIssue, Problem } from './types.ts';

export interface Answer<T> {
  data: T;
  headers: Headers;
}

/** Where the server explains its errors. */
const section = /^\/docs\/errors#([\w-]+)$/;

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Guarantee: an answer of the API in the envelope of a success holds the data of its operation. */
const dataOf = <T>(envelope: Record<string, unknown>) => envelope.data as T;

/** Guarantee: only the API answers with such a list, and its document describes the items. */
const issuesOf = ({ issues }: { issues?: unknown }) =>
  Array.isArray(issues) ? (issues as FieldIssue[]) : [];

/** Milliseconds from now; `Retry-After` holds seconds or a date. */
export function retryAfterOf(headers: Headers): number | undefined {
  const sent = headers.get('retry-after')?.trim();
  if (!sent) return undefined;

  const ms = /^\d+$/.test(sent) ? Number(sent) * 1_000 : Date.parse(sent) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** What can be said of an answer that is none of the API's. */
function explainForeign(response: Response): { kind: string; message: string } {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    const target = headers.get('location') ?? 'another address';
    return {
      kind: 'redirect',
      message: `baseUrl is redirected to ${target}: set it to where it leads`,
    };
  }

  const message = response.ok
    ? 'The answer is not from the Leadgate API: check baseUrl'
    : `HTTP ${status} without an explanation`;
  return { kind: 'unknown', message };
}

/** The names in `X-Ignored-Fields` and its like. */
function namesIn(headers: Headers, name: string): string[] {
  const names = headers.get(name)?.split(', ') ?? [];
  return names.map((each) => {
    try {
      return decodeURIComponent(each);
    } catch {
      return each;
    }
  });
}

/** What answers say of fields, each name once. */
export function warningsIn(answers: readonly Headers[]): Warnings {
  const names = (header: string) => [
    ...new Set(answers.flatMap((headers) => namesIn(headers, header))),
  ];
  return {
    unread: names('x-unread-fields'),
    ignored: names('x-ignored-fields'),
    truncated: names('x-truncated-fields'),
  };
}

/**
 * Kind and page of an error.
 *
 * @param url of the request
 */
export function explainType(type: unknown, url: string): { kind?: string; docs?: string } {
  const kind = section.exec(String(type))?.[1];
  return kind === undefined ? {} : { kind, docs: new URL(String(type), url).href };
}

/** @returns the data of a success; anything else as an error */
export function readAnswer<T>(
  url: string,
  response: Response,
  text: string,
  sent: Attempted,
): Answer<T> | LeadgateError {
  const { status, headers } = response;
  const body = parse(text);
  if (response.ok && body.success === true) return { data: dataOf<T>(body), headers };

  const { type, detail, error }: Partial<Record<keyof Problem | 'error', unknown>> = body;
  const { kind, docs } = explainType(type, url);
  const foreign = explainForeign(response);
  const own = [detail, error].find((each) => typeof each === 'string');
  return new LeadgateError({
    ...sent,
    status,
    kind: kind ?? foreign.kind,
    message: own === undefined ? foreign.message : String(own),
    docs,
    requestId: headers.get('x-request-id') ?? undefined,
    issues: issuesOf(body),
    retryAfterMs: retryAfterOf(headers),
  });
}
