/** The public API's answer to a test lead. */
export type TestAnswer =
  | { kind: 'accepted'; status: number; ms: number; requestId: string; leadId: string }
  | {
      kind: 'refused';
      status: number;
      ms: number;
      requestId: string;
      /** The reason in words. */
      detail: string;
      /** Path of the section that says what to do. */
      help: string | undefined;
    }
  /** No answer arrived. */
  | { kind: 'unanswered' };

const testRequestPrefix = 'panel-test-';

/** Whether the panel sent the request itself. */
export const isTestRequest = (requestId: string) => requestId.startsWith(testRequestPrefix);

/** Not `randomUUID`, which browsers have on https and localhost only. */
const newRequestId = () =>
  `${testRequestPrefix}${Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('')}`;

/** Milliseconds. The server answers within 3 s. */
const timeout = 15_000;

const fieldOf = (json: unknown, name: string): unknown =>
  json instanceof Object ? Reflect.get(json, name) : undefined;
const textOf = (json: unknown, name: string): string | undefined => {
  const value = fieldOf(json, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** @param json the body; `undefined` when it is no JSON, as from a proxy */
export function readAnswer(
  { status, ms, requestId }: { status: number; ms: number; requestId: string },
  json: unknown,
): TestAnswer {
  const leadId = textOf(fieldOf(json, 'data'), 'id');
  if (status === 201 && leadId) return { kind: 'accepted', status, ms, requestId, leadId };

  const help = textOf(json, 'type');
  return {
    kind: 'refused',
    status,
    ms,
    requestId,
    detail: textOf(json, 'detail') ?? 'This answer does not come from the API, but from a proxy.',
    help: help?.startsWith('/docs/errors#') ? help : undefined,
  };
}

/** Whether the text can be sent as a header at all. */
export const isSendable = (secret: string) => /^[\x21-\x7e]+$/.test(secret);

/** Creates a test in the step through the public API, as a sender would. */
export async function sendTestLead(stepId: string, secret: string): Promise<TestAnswer> {
  const startedAt = performance.now();
  const requestId = newRequestId();
  try {
    const response = await fetch(`/api/leads/public/${stepId}`, {
      method: 'POST',
      headers: {
        'X-API-Key': secret,
        'X-Test-Lead': 'true',
        'X-Request-Id': requestId,
        'Content-Type': 'application/json',
        Accept: 'application/problem+json',
      },
      body: JSON.stringify({ name: 'Test lead', phones: ['+44 20 7946 0958'] }),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeout),
    });
    const json: unknown = await response.json().catch(() => undefined);
    const ms = Math.round(performance.now() - startedAt);
    const answeredId = response.headers.get('x-request-id') ?? requestId;
    return readAnswer({ status: response.status, ms, requestId: answeredId }, json);
  } catch {
    return { kind: 'unanswered' };
  }
}
