import type { Client } from '#db/client.ts';
import { isTransient } from '#db/errors.ts';
import { exportColumns } from '#db/values/leads.ts';
import { dayIn } from '#db/values/time-zone.ts';
import { isFromElsewhere } from '../auth/guard-request.ts';
import { exportPieceBytes, exportStatementMs, unavailableRetrySeconds } from '../limits.ts';
import { logFailure } from '../log-failure.ts';
import { getRuntime } from '../runtime.ts';
import type { UserActor } from '../services/actor.ts';
import {
  DomainError,
  ForbiddenError,
  NotFoundError,
  TooManyRequestsError,
  UnauthenticatedError,
} from '../services/errors.ts';
import { exportLeads } from '../services/leads/export-leads.ts';
import type { ExportLimit } from '../services/leads/export-limit.ts';
import { transportErrors } from '../transport-errors.ts';
import { temporarilyUnavailable } from './errors.ts';
import { createPanelContext, type PanelServices } from './panel-context.ts';
import { panelServices } from './panel-services.ts';
import { queryOf, readAddress, writeAddress } from './schemas/leads-address.ts';

/**
 * The member who asks for the file.
 *
 * @throws UnauthenticatedError, NotFoundError, ForbiddenError
 */
async function memberOf(
  services: PanelServices,
  request: Request,
  company: string,
): Promise<UserActor> {
  if (isFromElsewhere(request.headers)) {
    throw new ForbiddenError(
      'A link from another site exports no leads. Open the list of leads and choose Export CSV',
    );
  }
  const context = createPanelContext(services, request.headers, company);
  if (!(await context.findSession())) throw new UnauthenticatedError('Sign in to continue');
  const actor = await context.findActor();
  if (!actor) throw new NotFoundError('Company not found');
  if (actor.role === 'viewer') throw new ForbiddenError('Viewers may not export leads');

  return actor;
}

/** Runs `send` as fast as the caller reads, and aborts it when the caller disconnects. */
function streamOf(
  send: (take: (piece: Buffer) => Promise<void>, signal: AbortSignal) => Promise<void>,
  onEnd: (error?: unknown) => void,
): ReadableStream<Uint8Array> {
  const abort = new AbortController();
  let wake = () => {};

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const take = async (piece: Buffer) => {
          controller.enqueue(piece);
          if ((controller.desiredSize ?? 0) > 0) return;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        };
        send(take, abort.signal).then(
          () => {
            onEnd();
            controller.close();
          },
          (error: unknown) => {
            onEnd(abort.signal.aborted ? undefined : error);
            if (!abort.signal.aborted) controller.error(error);
          },
        );
      },
      pull: () => wake(),
      cancel() {
        abort.abort();
        wake();
      },
    },
    { highWaterMark: 4 },
  );
}

function refuse(status: number, message: string, retrySeconds?: number): Response {
  return new Response(`${message}\n`, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(retrySeconds !== undefined && { 'Retry-After': String(retrySeconds) }),
    },
  });
}

/** Undefined for a fault. */
function refusalOf(error: unknown): Response | undefined {
  if (error instanceof DomainError) {
    const retrySeconds =
      error instanceof TooManyRequestsError ? error.retryAfterSeconds : undefined;
    return refuse(transportErrors[error.code].status, error.message, retrySeconds);
  }
  return isTransient(error)
    ? refuse(503, temporarilyUnavailable, unavailableRetrySeconds)
    : undefined;
}

interface ExportServices extends PanelServices {
  client: Client;
  exports: ExportLimit;
}

/** What the list shows with the same query, as a file. */
export async function answerExport(
  services: ExportServices,
  request: Request,
  company: string,
): Promise<Response> {
  const { client, exports, log } = services;
  let end: (() => void) | undefined;
  try {
    const actor = await memberOf(services, request, company);
    const { searchParams } = new URL(request.url);
    const columns = searchParams.get('columns')?.split(',') ?? exportColumns;
    const address = readAddress(searchParams);
    end = exports.begin();
    const file = await exportLeads(client, actor, {
      query: queryOf(address),
      columns: exportColumns.filter((column) => columns.includes(column)),
      address: writeAddress({ ...address, q: '' }),
      statementMs: exportStatementMs,
      pieceBytes: exportPieceBytes,
    });
    const finish = end;
    const body = streamOf(file.send, (error) => {
      finish();
      if (error) logFailure(log, 'an export of leads failed', error, {});
    });
    const day = dayIn(file.timeZone, new Date());

    return new Response(body, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${file.slug}-leads-${day}.csv"`,
        // Compressing the text takes longer than sending it.
        'Cache-Control': 'no-store, no-transform',
      },
    });
  } catch (error) {
    end?.();
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    if (refusal.status === 503) logFailure(log, 'an export of leads failed', error, {});
    return refusal;
  }
}

/** `GET /{company}/leads/export` */
export function handleExport(request: Request, company: string): Promise<Response> {
  const runtime = getRuntime();
  const { panel, exports } = runtime;
  return answerExport({ ...panelServices(runtime), client: panel, exports }, request, company);
}
