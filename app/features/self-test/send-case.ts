import { v4 } from 'uuid';
import type { SelfTestSetup } from '#server/panel-api/schemas/self-test.ts';
import type { SelfTestCase, SelfTestRequest } from '#server/public-api/self-test/self-test-case.ts';

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
  'x-ignored-headers',
  'x-unread-fields',
  'x-truncated-fields',
  'x-warnings',
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
  if (isProblem(expected)) return 'type, title, status, detail, requestId, issues, warnings';
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

/** What replaces the variables in the requests of a case. */
export interface Values {
  STEP_ID: string;
  FUNNEL_ID: string;
  UUID: string;
  LEAD_ID?: string | undefined;
}

/** A key that does not exist: its checksum is wrong. */
const unknownKey = 'lk_unknown';

type Body = NonNullable<SelfTestRequest['body']>;

function fill(text: string, values: Values): string {
  return Object.entries(values).reduce(
    (filled, [name, value]: [string, string | undefined]) =>
      value === undefined ? filled : filled.replaceAll(`$${name}`, value),
    text,
  );
}

/** The request with its values. JSON has become text. */
export function fillRequest(request: SelfTestRequest, values: Values): SelfTestRequest {
  const { path, headers, body } = request;
  const filled = Object.entries(headers).map(([name, value]) => [name, fill(value, values)]);

  return {
    ...request,
    path: fill(path, values),
    headers: Object.fromEntries(filled),
    ...(body && {
      body: 'json' in body ? { text: fill(JSON.stringify(body.json), values) } : body,
    }),
  };
}

function bytesOf(body: Body): string | Uint8Array<ArrayBuffer> {
  if ('text' in body) return body.text;
  if ('bytes' in body) return Uint8Array.from(body.bytes);
  if ('json' in body) return JSON.stringify(body.json);
  return body.start + body.unit.repeat(body.times) + body.end;
}

/** @param secrets of the throw-away keys */
function toFetch(
  { method, key, headers, body }: SelfTestRequest,
  secrets: Readonly<Record<string, string>>,
): RequestInit {
  const secret = key === 'unknown' ? unknownKey : secrets[key];

  return {
    method,
    headers: { ...headers, ...(secret !== undefined && { 'X-API-Key': secret }) },
    /* A body that is a text would add a Content-Type. */
    ...(body && { body: new Blob([bytesOf(body)]) }),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'manual',
  };
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The command that writes the body, for one that is no argument of curl. */
function writerOf(body: Body): string | undefined {
  if ('bytes' in body) {
    const escapes = body.bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
    return `printf ${quote(escapes.join(''))}`;
  }
  if (!('unit' in body)) return undefined;

  const { start, unit, times, end } = body;
  const repeated = `yes ${quote(unit)} | head -n ${times} | tr -d '\\n'`;
  return `{ printf %s ${quote(start)}; ${repeated}; printf %s ${quote(end)}; }`;
}

function keyHeader(key: SelfTestRequest['key']): string[] {
  if (key === 'none') return [];
  /* Double quotes let the shell insert the variable. */
  return [key === 'unknown' ? quote(`X-API-Key: ${unknownKey}`) : '"X-API-Key: $LEADGATE_KEY"'];
}

/** The request as a command for a POSIX shell. The key is in the variable `LEADGATE_KEY`. */
export function toCurl(request: SelfTestRequest, origin: string): string {
  const { method, path, key, headers, body } = request;
  const writer = body && writerOf(body);
  const sent = Object.entries(headers).map(([name, value]) => quote(`${name}: ${value}`));
  /* curl would add a Content-Type of its own. */
  const removed = body && !('Content-Type' in headers) ? [quote('Content-Type:')] : [];
  const data = writer ? '@-' : body && quote(String(bytesOf(body)));
  const lines = [
    `${writer ? `${writer} |\n` : ''}curl -i ${quote(origin + path)}`,
    ...[...keyHeader(key), ...sent, ...removed].map((header) => `-H ${header}`),
    ...(data === undefined ? [] : [`--data-binary ${data}`]),
    ...(body || method === 'GET' ? [] : [`-X ${method}`]),
  ];

  return lines.join(' \\\n  ');
}
