import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { refusalOf } from '../auth/guard-request.ts';
import { earlyPanelBodyBytes, unavailableRetrySeconds } from '../limits.ts';
import { getRuntime } from '../runtime.ts';
import { companyHeader, createPanelContext, type PanelServices } from './panel-context.ts';
import { panelRouter } from './panel-router.ts';
import { panelServices } from './panel-services.ts';

const endpoint = '/api/trpc';
/** Keep the batch links of clients at or below it. */
const maxBatchSize = 20;

const mayTryAgain = new Set(['TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE']);

const repeated = 'A batch may make each kind of change once';
const unfinished = 'The request ended before its body was complete';

/** As tRPC reads it; what is escaped wrongly it refuses. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether a batch names a change twice. No screen does; one that did could hide a flood in it. */
function repeatsChange({ method, url }: Request): boolean {
  if (method !== 'POST') return false;
  const procedures = decoded(new URL(url).pathname.slice(endpoint.length + 1)).split(',');

  return new Set(procedures).size < procedures.length;
}

/** In the address for those who cannot send headers: an `EventSource`. */
const companyOf = ({ headers, url }: Request) =>
  headers.get(companyHeader) ?? new URL(url).searchParams.get('company');

/**
 * Reads the body of a change before tRPC does, which checks the session first: a page that is closed
 * by then takes an unread body with it.
 *
 * @returns undefined when the page was closed before its body was complete
 */
async function withBody(request: Request): Promise<Request | undefined> {
  const { url, method, headers, signal } = request;
  const isEarly = Number(headers.get('content-length')) <= earlyPanelBodyBytes;
  if (!request.body || !isEarly) return request;

  const body = await request.arrayBuffer().catch(() => undefined);
  return body && new Request(url, { method, headers, signal, body });
}

/** The HTTP door of the panel router. */
export async function answerPanelRequest(
  services: PanelServices,
  request: Request,
): Promise<Response> {
  const refusal = refusalOf(request);
  if (refusal) return Response.json({ error: refusal.message }, { status: refusal.status });
  if (repeatsChange(request)) return Response.json({ error: repeated }, { status: 400 });

  const whole = await withBody(request);
  if (!whole) return Response.json({ error: unfinished }, { status: 400 });

  const context = createPanelContext(services, request.headers, companyOf(request));
  return fetchRequestHandler({
    endpoint,
    req: whole,
    router: panelRouter,
    maxBatchSize,
    createContext: () => context,
    responseMeta: ({ errors }) => ({
      headers: new Headers({
        'Cache-Control': 'no-store',
        'X-Request-Id': context.requestId,
        ...(errors.some(({ code }) => mayTryAgain.has(code)) && {
          'Retry-After': String(unavailableRetrySeconds),
        }),
        ...(context.newCookie && { 'Set-Cookie': context.newCookie }),
      }),
    }),
  });
}

export async function handlePanelRequest(request: Request): Promise<Response> {
  return answerPanelRequest(panelServices(getRuntime()), request);
}
