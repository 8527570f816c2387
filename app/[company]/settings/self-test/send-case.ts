import { v4 } from 'uuid';
import type { SelfTestSetup } from '#server/panel-api/schemas/self-test.ts';
import type { SelfTestCase } from '#server/public-api/self-test/self-test-case.ts';
import { fillRequest, toCurl, toFetch, type Values } from './requests.ts';

export interface Answer {
  status: number;
  /** Those that matter. */
  headers: Record<string, string>;
  body: string;
}

/** Something that the answer should have been. */
export interface Difference {
  what: string;
  expected: string;
  got: string;
}

export interface Result {
  passed: boolean;
  /** Of the last request. */
  ms: number;
  /** Each request as a command. */
  commands: string[];
  answer: Answer | undefined;
  differences: Difference[];
}

const shownHeaders = [
  'content-type',
  'cache-control',
  'x-request-id',
  'www-authenticate',
  'allow',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'idempotent-replayed',
  'x-ignored-fields',
  'x-truncated-fields',
];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** An empty object for what is no JSON object. */
function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  const headers = shownHeaders.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });

  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    body: await response.text(),
  };
}

const isProblem = ({ headers }: Pick<Answer, 'headers'>) =>
  headers['content-type']?.startsWith('application/problem+json') === true;

/** The members of the envelope, in their order. */
function membersOf(expected: SelfTestCase): string {
  if (isProblem(expected)) return 'type, title, status, detail, requestId, issues';
  return expected.status < 300 ? 'success, data, message' : 'success, error';
}

/** What differs between an answer and the one that is documented. */
export function compare(expected: SelfTestCase, { status, headers, body }: Answer): Difference[] {
  const parsed = parseObject(body);
  const text = String(parsed.error ?? parsed.message ?? parsed.detail ?? '');
  const begins = (what: string, start: string, got: string | undefined) => ({
    what,
    expected: start === '' ? 'any' : `${start}…`,
    got: got ?? 'none',
    isRight: got?.startsWith(start) === true,
  });
  const is = (what: string, value: string, got: string) => ({
    what,
    expected: value,
    got,
    isRight: value === got,
  });

  return [
    is('Status', String(expected.status), String(status)),
    begins('Text', expected.text, text),
    is('Members of the body', membersOf(expected), Object.keys(parsed).join(', ')),
    ...Object.entries(expected.headers).map(([name, start]) => begins(name, start, headers[name])),
    is('cache-control', 'no-store', headers['cache-control'] ?? 'none'),
    begins('x-request-id', '', headers['x-request-id']),
  ].flatMap(({ isRight, ...difference }) => (isRight ? [] : [difference]));
}

/** The id of the lead in an answer, if it has one. */
function leadIdOf({ body }: Answer): string | undefined {
  const { data } = parseObject(body);
  return isRecord(data) && typeof data.id === 'string' ? data.id : undefined;
}

/** Sends the requests of a case and judges the answer to the last one. Does not reject. */
export async function sendCase(
  each: SelfTestCase,
  { stepId, funnelId, secrets }: SelfTestSetup,
  origin: string,
): Promise<Result> {
  const values: Values = { STEP_ID: stepId, FUNNEL_ID: funnelId, UUID: v4() };
  const commands: string[] = [];
  let answer: Answer | undefined;
  let began = 0;
  try {
    for (const given of each.requests) {
      const request = fillRequest(given, { ...values, LEAD_ID: answer && leadIdOf(answer) });
      commands.push(toCurl(request, origin));
      began = performance.now();
      answer = undefined;
      answer = await readAnswer(await fetch(request.path, toFetch(request, secrets)));
    }
  } catch (error) {
    const got = error instanceof Error ? error.message : String(error);
    const differences = [{ what: 'Answer', expected: String(each.status), got: `none: ${got}` }];
    return { passed: false, ms: performance.now() - began, commands, answer, differences };
  }
  const ms = performance.now() - began;
  const differences = answer ? compare(each, answer) : [];

  return { passed: differences.length === 0, ms, commands, answer, differences };
}
