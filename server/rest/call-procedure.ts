import type { TRPCError } from '@trpc/server';
import type { PublicContext } from '../api/public-context.ts';
import { publicRouter } from '../api/public-router.ts';

type Result = { ok: true; data: unknown } | { ok: false; error: TRPCError };
type Changes = { ctx?: object; input?: unknown } | undefined;

/** What a middleware of tRPC is given. */
interface Options {
  readonly path: string;
  readonly type: 'mutation';
  readonly getRawInput: () => Promise<unknown>;
  readonly signal: undefined;
  readonly batchIndex: 0;
  readonly ctx: object;
  readonly input: unknown;
  readonly next: (changes?: Changes) => Promise<Result>;
}
type Middleware = (options: Options) => Promise<Result>;

/** tRPC keeps a procedure as its middlewares in order (key, input, output, call), untyped. */
const middlewaresOf = (procedure: { _def: object }) =>
  (procedure._def as { middlewares: readonly Middleware[] }).middlewares;

const path = 'leads.create';
const middlewares = middlewaresOf(publicRouter.leads.create);

/**
 * Runs the middlewares as tRPC's own caller does. That one copies its options property by property
 * at each of them, which costs more than all of them together.
 */
function run(
  index: number,
  getRawInput: () => Promise<unknown>,
  ctx: object,
  input: unknown,
): Promise<Result> {
  const middleware = middlewares[index];
  if (!middleware) throw new Error(`${path} ends without an answer`);

  return middleware({
    path,
    type: 'mutation',
    getRawInput,
    signal: undefined,
    batchIndex: 0,
    ctx,
    input,
    next: (changes) =>
      run(
        index + 1,
        getRawInput,
        changes?.ctx ? { ...ctx, ...changes.ctx } : ctx,
        changes && 'input' in changes ? changes.input : input,
      ),
  });
}

/**
 * Runs the procedure that creates a lead, with its key middleware and its schemas.
 *
 * @param input as it was sent
 * @returns the procedure's output as JSON text
 * @throws TRPCError with a ZodError as its cause for input that the schema refuses; what the
 *   procedure threw
 */
export async function callCreateLead(input: object, ctx: PublicContext): Promise<string> {
  const result = await run(0, async () => input, ctx, undefined);
  if (!result.ok) throw result.error;

  return JSON.stringify(result.data);
}
