import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';
import type { Database } from '#db/client.ts';
import type { ApiKeyPermission } from '#db/values/access.ts';
import { callerNetwork } from '../caller-network.ts';
import type { RequestDeadline } from '../intake/deadline.ts';
import type { Intake } from '../intake/intake.ts';
import { clientName } from '../intake/usage-meter.ts';
import { type ApiKeyActor, isLimited } from '../services/actor.ts';
import { isWellFormedSecret } from '../services/api-keys/secret.ts';
import { TooManyRequestsError } from '../services/errors.ts';
import { errors } from './contract.ts';
import { PublicError } from './response.ts';

/** A request of the public API, whatever server it came through. */
export interface PublicRequest {
  method: string;
  /** As sent, still encoded, without the query. */
  path: string;
  /** The host that was called, port and all; empty when there was none or two. */
  host: string;
  /** Address of the caller; absent where it cannot be known. */
  address(): string | undefined;
  /** Whether it came over https. */
  isSecure(): boolean;
  /** @param name in lower case; several headers of the name are joined by commas */
  header(name: string): string | undefined;
  /** @throws PublicError 413 over `maxBodyBytes`, 408 when it comes too slowly */
  readBody(): Promise<Uint8Array>;
}

/** Whose key a request came with, whatever its state. */
export interface Caller {
  operation?: string;
  actor?: ApiKeyActor;
}

/** What an operation works with. */
export interface PublicContext {
  readonly intake: Intake;
  readonly db: Database;
  readonly request: PublicRequest;
  readonly requestId: string;
  /** Parameters of the path, all of them ids. */
  readonly params: Readonly<Record<string, string>>;
  readonly deadline: RequestDeadline;
  /** Filled as far as it is known, for the log. */
  readonly caller: Caller;
  /** Headers of the answer, whatever it will be. */
  readonly responseHeaders: Record<string, string>;
}

/** What an operation declares. The route table and the OpenAPI document are made from it. */
export interface OperationMeta {
  openapi: NonNullable<OpenApiMeta['openapi']>;
  success: { status: 200 | 201; message: string };
  /** Body of a request and data of its answer, for the OpenAPI document. */
  examples: { body?: unknown; data: unknown };
  /** What the key must be permitted to do. */
  permission?: ApiKeyPermission;
}

const t = initTRPC.meta<OpenApiMeta<Partial<OperationMeta>>>().context<PublicContext>().create();

export const { router } = t;

/** Several different headers are an invalid key: no secret holds a comma. */
function sentSecret(request: PublicRequest): string {
  const header = request.header('x-api-key');
  if (!header?.includes(',')) return header ?? '';

  return [...new Set(header.split(',').map((value) => value.trim()))].join(',');
}

/**
 * Refuses addresses with too many failed keys, unless the secret is known: many senders share an
 * address, and a wrong key among them must not cost the others leads.
 */
function assertNotBlocked({ intake, request }: PublicContext, secret: string): void {
  if (intake.failedAuth.isIdle || intake.keys.isRecent(secret)) return;

  const address = request.address();
  const seconds = address ? intake.failedAuth.retryAfter(callerNetwork(address)) : 0;
  if (seconds > 0) throw new TooManyRequestsError(errors.tooManyFailedKeys.text, seconds);
}

/** Counts secrets that no key has. A deactivated one is no guess, however often it comes. */
function invalidKey({ intake, request }: PublicContext, secret: string): PublicError {
  const address = request.address();
  if (address && !intake.keys.isRecent(secret)) intake.failedAuth.record(callerNetwork(address));
  return new PublicError(errors.keyInvalid);
}

const hasPassed = (time: number | null, now: number) => time !== null && time <= now;

/** The key of the request: the published errors in the published order. */
async function authenticate(ctx: PublicContext, applicationId: string): Promise<ApiKeyActor> {
  const secret = sentSecret(ctx.request);
  assertNotBlocked(ctx, secret);
  if (secret === '') throw new PublicError(errors.keyRequired);

  // A mistyped secret fails its checksum and costs no query.
  const key = isWellFormedSecret(secret)
    ? await ctx.intake.keys.get(secret, ctx.deadline.until)
    : undefined;
  if (key) ctx.caller.actor = key.actor;
  if (!key || hasPassed(key.deactivatedAt, key.now)) throw invalidKey(ctx, secret);
  if (hasPassed(key.expiresAt, key.now)) throw new PublicError(errors.keyExpired);
  if (key.actor.applicationId !== applicationId)
    throw new PublicError(errors.keyOfOtherApplication);

  return key.actor;
}

/** Whether the key is limited to other funnels or steps than the one that the path names. */
async function isOutOfReach(
  { intake, params: { stepId }, deadline }: PublicContext,
  actor: ApiKeyActor,
): Promise<boolean> {
  if (!isLimited(actor) || stepId === undefined || actor.stepIds.includes(stepId)) return false;

  const step = await intake.steps.get(actor.companyId, stepId, deadline.until);
  return step === undefined || !actor.funnelIds.includes(step.funnelId);
}

/** Application from the host, then the key, then what it permits. */
async function admit(ctx: PublicContext, permission: ApiKeyPermission | undefined) {
  const application = await ctx.intake.hosts.get(ctx.request.host, ctx.deadline.until);
  if (!application) throw new PublicError(errors.unknownHost);

  const actor = await authenticate(ctx, application.id);
  const client = clientName(ctx.request.header('user-agent'));
  ctx.intake.usage.record(actor.companyId, actor.apiKeyId, client);
  const isPermitted = !permission || actor.permissions.includes(permission);
  if (!isPermitted || (await isOutOfReach(ctx, actor)))
    throw new PublicError(errors.stepNotAllowed);

  return { application, actor };
}

/**
 * Takes one request from the rate of the key, and tells it in the headers of the answer as in
 * https://www.ietf.org/archive/id/draft-ietf-httpapi-ratelimit-headers-10.html: the policy is the
 * burst of the key and the seconds in which it fills, the state what is left of it and the seconds
 * until it is full.
 */
async function limitRate({ intake, responseHeaders }: PublicContext, actor: ApiKeyActor) {
  const verdict = await intake.rates.take(actor);
  if (!verdict) return;

  const { rate, remaining } = verdict;
  const seconds = (requests: number) => Math.ceil(requests / rate.limit);
  Object.assign(responseHeaders, {
    'ratelimit-policy': `"key";q=${rate.burst};w=${seconds(rate.burst)}`,
    ratelimit: `"key";r=${remaining};t=${seconds(rate.burst - remaining)}`,
  });
  if (!verdict.isAllowed) {
    throw new TooManyRequestsError(errors.rateExceeded.text, verdict.retryAfter);
  }
}

/**
 * The base of every operation: reached with a key alone. The middleware stands before `.input()`,
 * and tRPC reads the input only after it: the body of a caller without a valid key is never read.
 */
const guardedProcedure = t.procedure.use(async ({ ctx, meta, next }) => {
  const { application, actor } = await admit(ctx, meta?.permission);
  await limitRate(ctx, actor);
  return next({ ctx: { application, actor } });
});

/** What the middlewares of a procedure hand on: the options of its call, and what they change. */
type Options = Readonly<Record<string, unknown>> & { readonly ctx?: object | undefined };
type Next = (changed?: Options) => Promise<{ data: unknown }>;

interface StoredProcedure {
  middlewares: readonly ((options: Options & { next: Next }) => ReturnType<Next>)[];
  meta: unknown;
}

/** Runs the middlewares of a procedure from one on: those of `use`, input, output, the resolver. */
async function runFrom(index: number, stored: StoredProcedure, options: Options): ReturnType<Next> {
  const middleware = stored.middlewares[index];
  if (!middleware) throw new Error('A procedure ends with its resolver');

  const next: Next = (changed) => {
    const ctx = { ...options.ctx, ...changed?.ctx };
    return runFrom(index + 1, stored, { ...options, ...changed, ctx });
  };
  return middleware({ ...options, meta: stored.meta, next });
}

/**
 * Lets `runFrom` run the procedures of a builder. tRPC's own runner copies the options with a helper
 * for engines without object spread, which is a fifth of the processor time of a lead: ADR 25.
 * Guarantee of the casts: `middlewares` is what tRPC 11 stores beside `meta`, and the first argument
 * of a procedure's caller is the options of its call; the type of the builder stays true.
 */
function withoutHelper<Builder extends typeof guardedProcedure>(builder: Builder): Builder {
  const run = ({ args, _def }: { args: readonly unknown[]; _def: object }) =>
    runFrom(0, _def as StoredProcedure, args[0] as Options).then(({ data }) => data);
  return builder.experimental_caller(run) as unknown as Builder;
}

export const publicProcedure = withoutHelper(guardedProcedure);

/**
 * The schema compiled to one function, which takes a quarter of the time. tRPC prefers `parseAsync`,
 * for which zod leaves the compiled way.
 */
export function compiled<Schema extends z.ZodType>(schema: Schema): Schema {
  const fast = z.compile(schema, { strict: true });
  return Object.assign(fast, { parseAsync: (value: unknown) => fast.parse(value) });
}
