import { sendInParts } from './batch.ts';
import type {
  BatchCallOptions,
  BatchOutcome,
  CallOptions,
  ClientOptions,
  CreatedLead,
  CreateOptions,
  LeadgateClient,
  LeadPage,
  ListQuery,
} from './options.ts';
import { type Answer, warningsIn } from './read-answer.ts';
import { type Call, type Connection, request } from './request.ts';
import type { Batch, Lead, LeadPreview, NewLead, StoredLead } from './types.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const visibleAscii = /^[\x21-\x7e]+$/;

/** The errors do not repeat the value, which may be the key at a wrong place. */
function readBaseUrl(sent: string): string {
  const message = 'baseUrl must be an address as https://crm.example.com/api';
  if (!URL.canParse(sent)) throw new TypeError(message);

  const url = new URL(sent);
  const isHttp = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isHttp || url.search || url.hash || url.username || url.password) {
    throw new TypeError(message);
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  return url.origin + (path === '' ? '/api' : path);
}

function readApiKey(sent: string | undefined): string {
  if (!sent) throw new TypeError('apiKey is missing: create one at Settings → API keys');
  if (!visibleAscii.test(sent))
    throw new TypeError('apiKey must hold visible ASCII characters only');
  return sent;
}

function assertUuid(value: string, message: string): void {
  if (!uuid.test(value)) throw new TypeError(message);
}

const assertStepId = (stepId: string) =>
  assertUuid(stepId, 'stepId must be a UUID: copy it at CRM → Funnels');

/** Creates a client. It holds no connection and needs no end. */
export function createClient(options: ClientOptions): LeadgateClient {
  const connection: Connection = {
    baseUrl: readBaseUrl(options.baseUrl),
    apiKey: readApiKey(options.apiKey),
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timeoutMs: options.timeoutMs ?? 30_000,
    totalTimeoutMs: options.totalTimeoutMs ?? 120_000,
    maxRetries: options.maxRetries ?? 5,
    signal: options.signal,
  };
  let burst: number | undefined;

  async function call<T>(sent: Call): Promise<Answer<T>> {
    const answer = await request<T>(connection, sent);
    const policy = answer.headers.get('ratelimit-policy') ?? '';
    burst = Number(/;q=(\d+)/.exec(policy)?.[1] ?? Number.POSITIVE_INFINITY);
    return answer;
  }

  const read = <T>(path: string, { signal, requestId }: CallOptions = {}) =>
    call<T>({ method: 'GET', path, signal, headers: { 'x-request-id': requestId } });

  async function get<T>(path: string, options?: CallOptions): Promise<T> {
    const { data } = await read<T>(path, options);
    return data;
  }

  async function listLeads(query: ListQuery = {}, options?: CallOptions): Promise<LeadPage> {
    if (query.stepId !== undefined) assertStepId(query.stepId);
    const sent = (['after', 'stepId', 'limit'] as const).flatMap((name) =>
      query[name] === undefined ? [] : [[name, String(query[name])]],
    );
    const path = `/leads?${new URLSearchParams(sent)}`;
    const { data, headers } = await read<StoredLead[]>(path, options);
    return { leads: data, after: headers.get('x-next-after') ?? '' };
  }

  const headersOf = (
    { requestId, simulate, isTest, isStrict }: BatchCallOptions,
    isDryRun: boolean,
  ) => ({
    'x-request-id': requestId,
    'x-simulate': simulate,
    'x-dry-run': isDryRun ? 'true' : undefined,
    'x-test-lead': isTest ? 'true' : undefined,
    'x-strict': isStrict ? 'true' : undefined,
  });

  async function sendLead<L>(
    stepId: string,
    lead: NewLead,
    options: CreateOptions,
    isDryRun: boolean,
  ): Promise<CreatedLead<L>> {
    assertStepId(stepId);
    const { data, headers } = await call<L>({
      method: 'POST',
      path: `/leads/public/${stepId}`,
      body: JSON.stringify(lead),
      idempotencyKey: options.idempotencyKey ?? crypto.randomUUID(),
      headers: headersOf(options, isDryRun),
      signal: options.signal,
    });

    return {
      lead: data,
      replayed: headers.get('idempotent-replayed') === 'true',
      warnings: warningsIn([headers]),
      requestId: headers.get('x-request-id') ?? '',
    };
  }

  async function sendLeads<L>(
    stepId: string,
    leads: readonly NewLead[],
    options: BatchCallOptions,
    isDryRun: boolean,
  ): Promise<BatchOutcome<L> & { accepted: number }> {
    assertStepId(stepId);
    const { signal } = options;
    const answered: Headers[] = [];
    if (leads.length > 1 && burst === undefined) await get('/me', signal && { signal });

    const results = await sendInParts<L>(leads, {
      send: async (body, idempotencyKey, history) => {
        const path = `/leads/public/${stepId}/batch`;
        const headers = headersOf(options, isDryRun);
        const sent = { body, idempotencyKey, history, headers, signal };
        const answer = await call<Batch<L, number>>({ method: 'POST', path, ...sent });
        answered.push(answer.headers);
        return answer;
      },
      baseUrl: connection.baseUrl,
      burst: () => burst ?? Number.POSITIVE_INFINITY,
      isDryRun,
      maxRetries: connection.maxRetries,
      signals: [connection.signal, signal].filter((each) => each !== undefined),
    });
    const failed = results.filter(({ error }) => error).length;
    const replayed = results.filter((each) => each.replayed).length;
    return {
      accepted: results.length - replayed - failed,
      replayed,
      failed,
      results,
      warnings: warningsIn(answered),
    };
  }

  return {
    createLead: (stepId, lead, options = {}) => sendLead(stepId, lead, options, false),
    dryRunLead: (stepId, lead, options = {}) => sendLead(stepId, lead, options, true),
    createLeads: async (stepId, leads, options = {}) => {
      const { accepted: created, ...outcome } = await sendLeads<Lead>(
        stepId,
        leads,
        options,
        false,
      );
      return { created, ...outcome };
    },
    dryRunLeads: async (stepId, leads, options = {}) => {
      const sent = sendLeads<LeadPreview>(stepId, leads, options, true);
      const { accepted: wouldCreate, ...outcome } = await sent;
      return { wouldCreate, ...outcome };
    },
    getLead: async (leadId, options) => {
      assertUuid(leadId, 'leadId must be a UUID: the id of the created lead');
      return get(`/leads/${leadId}`, options);
    },
    findLeads: ({ externalLeadId }, options) =>
      get(`/leads?externalLeadId=${encodeURIComponent(externalLeadId)}`, options),
    listLeads,
    getMe: (options) => get('/me', options),
    listFunnels: (options) => get('/funnels', options),
  };
}
