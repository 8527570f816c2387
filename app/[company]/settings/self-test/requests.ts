import type { SelfTestRequest } from '#server/public-api/self-test/self-test-case.ts';

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
export function toFetch(
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
