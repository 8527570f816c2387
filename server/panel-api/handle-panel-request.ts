import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { refusalOf } from '../auth/guard-request.ts';
import { unavailableRetrySeconds } from '../limits.ts';
import { getRuntime } from '../runtime.ts';
import { companyHeader, createPanelContext, type PanelServices } from './panel-context.ts';
import { panelRouter } from './panel-router.ts';
import { panelServices } from './panel-services.ts';

const endpoint = '/api/trpc';
/** Keep the batch links of clients at or below it. */
const maxBatchSize = 20;

const mayTryAgain = new Set(['TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE']);

const repeated = 'A batch may make each kind of change once';

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

/** The HTTP door of the panel router. */
export async function answerPanelRequest(
  services: PanelServices,
  request: Request,
): Promise<Response> {
  const refusal = refusalOf(request);
  if (refusal) return Response.json({ error: refusal.message }, { status: refusal.status });
  if (repeatsChange(request)) return Response.json({ error: repeated }, { status: 400 });

  const context = createPanelContext(services, request.headers, companyOf(request));
  return fetchRequestHandler({
    endpoint,
    req: request,
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
