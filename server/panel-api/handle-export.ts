import { exportColumns } from '#db/values/leads.ts';
import { dayIn } from '#db/values/time-zone.ts';
import { exportPieceBytes, exportStatementMs } from '../limits.ts';
import { logFailure } from '../log-failure.ts';
import { getRuntime, type Runtime } from '../runtime.ts';
import type { UserActor } from '../services/actor.ts';
import {
  DomainError,
  ForbiddenError,
  NotFoundError,
  TooManyRequestsError,
  UnauthenticatedError,
} from '../services/errors.ts';
import { exportLeads } from '../services/leads/export-leads.ts';
import { transportErrors } from '../transport-errors.ts';
import { createPanelContext } from './panel-context.ts';
import { panelServices } from './panel-services.ts';
import { queryOf, readAddress } from './schemas/leads-address.ts';

/**
 * The member who asks for the file.
 *
 * @throws UnauthenticatedError, NotFoundError, ForbiddenError
 */
async function memberOf(runtime: Runtime, request: Request, company: string): Promise<UserActor> {
  if (request.headers.get('sec-fetch-site') === 'cross-site') {
    throw new ForbiddenError('Cross-site requests are refused');
  }
  const context = createPanelContext(panelServices(runtime), request.headers, company);
  if (!(await context.findSession())) throw new UnauthenticatedError('Sign in to continue');
  const actor = await context.findActor();
  if (!actor) throw new NotFoundError('Company not found');
  if (actor.role === 'viewer') throw new ForbiddenError('Viewers may not export leads');

  return actor;
}

/** Runs `send` as fast as the caller reads; when they leave, it is aborted. */
function streamOf(
  send: (take: (piece: Buffer) => Promise<void>, signal: AbortSignal) => Promise<void>,
  onEnd: (error?: unknown) => void,
): ReadableStream<Uint8Array> {
  const leaving = new AbortController();
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
        send(take, leaving.signal).then(
          () => {
            onEnd();
            controller.close();
          },
          (error: unknown) => {
            onEnd(leaving.signal.aborted ? undefined : error);
            if (!leaving.signal.aborted) controller.error(error);
          },
        );
      },
      pull: () => wake(),
      cancel() {
        leaving.abort();
        wake();
      },
    },
    { highWaterMark: 4 },
  );
}

const refusalOf = (error: DomainError) =>
  new Response(`${error.message}\n`, {
    status: transportErrors[error.code].status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(error instanceof TooManyRequestsError && {
        'Retry-After': String(error.retryAfterSeconds),
      }),
    },
  });

/** `GET /{company}/leads/export`: what the list shows with the same query, as a file. */
export async function handleExport(request: Request, company: string): Promise<Response> {
  const runtime = getRuntime();
  let end: (() => void) | undefined;
  try {
    const actor = await memberOf(runtime, request, company);
    const { searchParams } = new URL(request.url);
    const columns = searchParams.get('columns')?.split(',') ?? exportColumns;
    searchParams.delete('columns');
    end = runtime.exports.begin();
    const file = await exportLeads(runtime.panel, actor, {
      query: queryOf(readAddress(searchParams)),
      columns: exportColumns.filter((column) => columns.includes(column)),
      address: searchParams.toString(),
      statementMs: exportStatementMs,
      pieceBytes: exportPieceBytes,
    });
    const finish = end;
    const body = streamOf(file.send, (error) => {
      finish();
      if (error) logFailure(runtime.log, 'an export of leads failed', error, {});
    });
    const day = dayIn(file.timeZone, new Date());

    return new Response(body, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${file.slug}-leads-${day}.csv"`,
        // To compress it costs more time than a spreadsheet's user has.
        'Cache-Control': 'no-store, no-transform',
      },
    });
  } catch (error) {
    end?.();
    if (error instanceof DomainError) return refusalOf(error);
    throw error;
  }
}
