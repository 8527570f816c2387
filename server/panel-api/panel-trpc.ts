import { initTRPC, TRPCError } from '@trpc/server';
import { withDeadline } from '#db/deadline.ts';
import type { Role } from '#db/values/access.ts';
import { roles } from '#db/values/access.ts';
import { panelCallMs, streamPingMs } from '../limits.ts';
import { logFailure } from '../log-failure.ts';
import { ForbiddenError, NotFoundError, UnauthenticatedError } from '../services/errors.ts';
import { conflictOf, internalServerError, issuesOf, toTransportError } from './errors.ts';
import type { PanelContext } from './panel-context.ts';

const t = initTRPC.context<PanelContext>().create({
  sse: { ping: { enabled: true, intervalMs: streamPingMs } },
  errorFormatter: ({ shape, error, ctx }) => {
    const issues = issuesOf(error);
    const conflict = conflictOf(error);
    const message = error.code === 'INTERNAL_SERVER_ERROR' ? internalServerError : error.message;
    const { code, httpStatus } = shape.data;

    return {
      code: shape.code,
      message,
      data: {
        code,
        httpStatus,
        requestId: ctx?.requestId ?? '',
        ...(issues && { issues }),
        ...(conflict && { conflict }),
      },
    };
  },
});

export const { router, createCallerFactory } = t;

const faults = new Set<TRPCError['code']>(['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE']);

/** Whether it is a fault of the service, which `guardCall` has logged. */
export const isLoggedFault = (error: unknown): boolean =>
  error instanceof TRPCError && faults.has(error.code);

/**
 * Runs a call of the panel: lets it not wait for ever, and maps, masks and logs its error. A fault
 * leaves without its cause, which holds a statement with its values: Next prints what pages throw. Its
 * digest, which the page shows, is the id in the log.
 *
 * @throws TRPCError
 */
export async function guardCall<Result>(
  { log, requestId }: Pick<PanelContext, 'log' | 'requestId'>,
  path: string,
  call: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  try {
    return await withDeadline(call(), panelCallMs);
  } catch (cause) {
    const isMapped = cause instanceof TRPCError;
    const error = toTransportError(
      isMapped ? cause : new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause }),
    );
    const { code, message } = error;
    if (!faults.has(code)) throw error;

    const durationMs = Math.round(performance.now() - began);
    logFailure(log, 'a call of the panel failed', cause, { requestId, path, durationMs });
    throw Object.assign(new TRPCError({ code, message }), { digest: requestId });
  }
}

const base = t.procedure.use(({ ctx, path, type, signal, next }) =>
  guardCall(ctx, path, async () => {
    const result = await next();
    if (!result.ok && type === 'query' && signal?.aborted) {
      throw new TRPCError({ code: 'CLIENT_CLOSED_REQUEST' });
    }
    if (!result.ok) throw result.error;

    return result;
  }),
);

/** When nobody waits for a call any more. A change is made also when its caller has gone. */
const endOf = (gone: AbortSignal | undefined) =>
  AbortSignal.any([AbortSignal.timeout(panelCallMs), ...(gone ? [gone] : [])]);

const mayActAs = (role: Role, needed: Role) => roles.indexOf(role) >= roles.indexOf(needed);

/** Runs before `.input()`, so that a refusal says nothing about the input. */
const member = (needed: Role) =>
  base.use(async ({ ctx, type, signal, next }) => {
    // One round trip.
    const [session, actor] = await Promise.all([ctx.findSession(), ctx.findActor()]);
    if (!session) throw new UnauthenticatedError('Sign in to continue');
    if (!actor) throw new NotFoundError('Company not found');
    if (!mayActAs(actor.role, needed)) {
      throw new ForbiddenError(`Only members with the role ${needed} may do this`);
    }

    const call = () => next({ ctx: { actor, session } });
    if (type === 'subscription') return call();
    return ctx.calls.run(actor, endOf(type === 'query' ? signal : undefined), call);
  });

/** Any member of the company: reading. */
export const viewerProcedure = member('viewer');
/** Agents and admins: work on leads. */
export const agentProcedure = member('agent');
/** Admins: funnels, steps, keys. */
export const adminProcedure = member('admin');
