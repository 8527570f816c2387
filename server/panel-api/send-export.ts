import { AbandonedError, DeadlineError } from '#db/deadline.ts';
import { isTransient } from '#db/errors.ts';
import { dayIn } from '#db/values/time-zone.ts';
import { isFromElsewhere } from '../auth/guard-request.ts';
import {
  exportBytesPerSecond,
  exportFirstLeadMs,
  exportMs,
  exportPausesMs,
  exportRetrySeconds,
  unavailableRetrySeconds,
} from '../limits.ts';
import { logFailure } from '../log-failure.ts';
import type { UserActor } from '../services/actor.ts';
import {
  DomainError,
  ForbiddenError,
  NotFoundError,
  TooManyRequestsError,
  UnauthenticatedError,
} from '../services/errors.ts';
import type { ExportLimit } from '../services/leads/export-limit.ts';
import { transportErrors } from '../transport-errors.ts';
import { temporarilyUnavailable } from './errors.ts';
import { createPanelContext, type PanelServices } from './panel-context.ts';

/** A file that is made while it is read. */
interface ExportFile {
  /** Of the company. */
  slug: string;
  timeZone: string;
  send(take: (piece: Buffer) => Promise<void>, signal: AbortSignal): Promise<void>;
}

/** What is exported. */
export interface ExportKind {
  /** As in `Viewers may not export leads`. */
  noun: string;
  /** Where it is exported from. */
  screen: string;
  /** In the name of the file. */
  name: string;
  open(actor: UserActor, searchParams: URLSearchParams): Promise<ExportFile>;
}

/**
 * The member who asks for the file.
 *
 * @throws UnauthenticatedError, NotFoundError, ForbiddenError
 */
async function memberOf(
  services: PanelServices,
  request: Request,
  company: string,
  { noun, screen }: Pick<ExportKind, 'noun' | 'screen'>,
): Promise<UserActor> {
  if (isFromElsewhere(request.headers)) {
    throw new ForbiddenError(
      `A link from another site exports nothing. Open ${screen} and choose Export CSV`,
    );
  }
  const context = createPanelContext(services, request.headers, company);
  if (!(await context.findSession())) throw new UnauthenticatedError('Sign in to continue');
  const actor = await context.findActor();
  if (!actor) throw new NotFoundError('Company not found');
  if (actor.role === 'viewer') throw new ForbiddenError(`Viewers may not export ${noun}`);

  return actor;
}

/** What an export may take. */
export const bounds = {
  /** Of the whole. */
  totalMs: exportMs,
  firstLeadMs: exportFirstLeadMs,
  bytesPerSecond: exportBytesPerSecond,
  pausesMs: exportPausesMs,
};

class FirstRowError extends DeadlineError {
  override readonly message =
    `The first row was not found within ${exportFirstLeadMs / 1_000} seconds. Narrow the search or the filter, or try again later`;
}

class SlowReaderError extends Error {
  override readonly message =
    `An export was cut: its reader took less than ${exportBytesPerSecond} bytes a second`;
}

const failed = 'an export failed';

type Send = (take: (piece: Buffer) => Promise<void>, signal: AbortSignal) => Promise<void>;

/**
 * Runs `send` as fast as the caller reads, and aborts it when the caller disconnects or is too slow.
 *
 * @param onCut called when it fails after the first piece, unless the caller disconnected
 * @returns when the first piece is there
 * @throws what ends it before, as FirstRowError
 */
async function begin(
  send: Send,
  { firstLeadMs, bytesPerSecond, pausesMs }: typeof bounds,
  caller: AbortSignal,
  onCut: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const abort = new AbortController();
  const begun = Promise.withResolvers<void>();
  let hasBegun = false;
  let wake = () => {};
  const end = (reason: Error) => {
    abort.abort(reason);
    wake();
  };
  const late = setTimeout(() => end(new FirstRowError()), firstLeadMs);
  const left = new AbandonedError();
  const leave = () => end(left);
  caller.addEventListener('abort', leave);

  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let patience = pausesMs;
        const take = async (piece: Buffer) => {
          hasBegun = true;
          begun.resolve();
          clearTimeout(late);
          patience += (piece.length / bytesPerSecond) * 1_000;
          controller.enqueue(piece);
          if ((controller.desiredSize ?? 0) > 0) return;

          const since = performance.now();
          const tooLong = setTimeout(() => end(new SlowReaderError()), patience);
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          clearTimeout(tooLong);
          patience -= performance.now() - since;
        };
        const sent = send(take, abort.signal).then(
          () => {
            begun.resolve();
            // The caller may leave after the last piece.
            if (abort.signal.reason !== left) controller.close();
          },
          (error: unknown) => {
            const reason = abort.signal.aborted ? abort.signal.reason : error;
            if (hasBegun && reason !== left) onCut(reason);
            begun.reject(reason);
            controller.error(reason);
          },
        );
        sent.finally(() => {
          clearTimeout(late);
          caller.removeEventListener('abort', leave);
        });
      },
      pull: () => wake(),
      cancel: leave,
    },
    { highWaterMark: 4 },
  );
  await begun.promise;
  return stream;
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
  if (error instanceof FirstRowError) return refuse(503, error.message, exportRetrySeconds);
  if (error instanceof DomainError) {
    const retrySeconds =
      error instanceof TooManyRequestsError ? error.retryAfterSeconds : undefined;
    return refuse(transportErrors[error.code].status, error.message, retrySeconds);
  }
  return isTransient(error)
    ? refuse(503, temporarilyUnavailable, unavailableRetrySeconds)
    : undefined;
}

export interface ExportServices extends PanelServices {
  exports: ExportLimit;
}

/** Answers with a file, as fast as the caller reads it. */
export async function sendExport(
  { exports, ...services }: ExportServices,
  request: Request,
  company: string,
  kind: ExportKind,
  within = bounds,
): Promise<Response> {
  const { log } = services;
  let end: (() => void) | undefined;
  try {
    const actor = await memberOf(services, request, company, kind);
    end = exports.begin(actor.companyId);
    const file = await kind.open(actor, new URL(request.url).searchParams);
    const send: Send = (take, signal) => file.send(take, signal).finally(end);
    const body = await begin(send, within, request.signal, (error) => {
      if (error instanceof SlowReaderError) log.warn({ company }, error.message);
      else logFailure(log, failed, error);
    });
    const day = dayIn(file.timeZone, new Date());

    return new Response(body, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${file.slug}-${kind.name}-${day}.csv"`,
        // Compressing the text takes longer than sending it.
        'Cache-Control': 'no-store, no-transform',
      },
    });
  } catch (error) {
    end?.();
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    if (refusal.status === 503) logFailure(log, failed, error);
    return refusal;
  }
}
