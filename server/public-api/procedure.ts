import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';
import type { Database } from '#db/client.ts';
import type { ApiKeyPermission } from '#db/values/access.ts';
import { expiryNoticeDays } from '#db/values/key-alarms.ts';
import { callerNetwork } from '../caller-network.ts';
import type { KnownKey } from '../intake/caches.ts';
import type { RequestDeadline } from '../intake/deadline.ts';
import type { Intake } from '../intake/intake.ts';
import { type ApiKeyActor, isLimited } from '../services/actor.ts';
import { isWellFormedSecret, secretScheme } from '../services/api-keys/secret.ts';
import { TooManyRequestsError } from '../services/errors.ts';
import type { RequestEnd } from '../usage/request-end.ts';
import { errors } from './errors.ts';
import { ignoreUnfilledKey } from './lead-headers.ts';
import { type ErrorDescription, PublicError } from './response.ts';
import { type ComingAnswer, ignoreSimulation, simulate } from './simulate.ts';

/** The largest body of a request. */
export interface BodyLimit {
  bytes: number;
  /** The answer to a larger one. */
  error: ErrorDescription;
}

/** A request of the public API, whatever server it came through. */
export interface PublicRequest {
  method: string;
  /** As sent, still encoded, without the query. */
  path: string;
  /** The same with the query. */
  url: string;
  /** The host that was called, port and all; empty when there was none or two. */
  host: string;
  /** Address of the caller; absent where it cannot be known. */
  address(): string | undefined;
  /** Whether it came over https. */
  isSecure(): boolean;
  /** @param name in lower case; several headers of the name are joined by commas */
  header(name: string): string | undefined;
  /** @throws PublicError 413 over the limit, 408 when it comes too slowly */
  readBody(limit: BodyLimit): Promise<Uint8Array>;
  /**
   * The body of a request that is answered without it, for the intake log: undefined when it is larger
   * than that of one lead, or does not arrive. Absent where it cannot be read behind the answer.
   */
  readRest?(): Promise<Uint8Array | undefined>;
}

/** What is known of a request when it ends. */
export interface Caller extends Partial<RequestEnd> {
  /** Its body was read, or was not to be had. */
  hasReadBody?: boolean;
  /** It asks about an address, and sends nothing: the intake log leaves it out. */
  isLookUp?: boolean;
}

interface Answer extends ComingAnswer {
  /** Absent for the usual one of the operation. */
  success?: Success;
  /** Plain text instead of the envelope. */
  text?: string;
  /** Where a visitor goes who has posted a form in a browser. */
  next?: string | undefined;
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
  /** Filled in as the request proceeds, for the log and the meter of requests. */
  readonly caller: Caller;
  readonly answer: Answer;
  /**
   * Stores the request in the intake log before it is answered as a success, for a lead that is made of it
   * later.
   */
  hold(): Promise<void>;
  /** The error as it is answered. A fault of the service is logged, and answered without details. */
  describeError(error: unknown): PublicError;
}

export interface Success {
  status: 200 | 201;
  message: string;
}

export const dryRun: Success = { status: 200, message: 'Dry run: nothing was created' };

/** What an operation declares. The route table and the OpenAPI document are made from it. */
export interface OperationMeta {
  openapi: NonNullable<OpenApiMeta['openapi']>;
  success: Success;
  /**
   * Body of a request and data of its answer, for the OpenAPI document. With an example of a dry run
   * the output is a union: of what is created, and of what a dry run answers.
   */
  examples: { body?: unknown; data: unknown; dryRun?: unknown };
  /** Absent for that of one lead, 64 KiB. */
  bodyLimit?: BodyLimit;
  /** Its body may be of any type: the input is the bytes. */
  takesAnyBody?: true;
  /** What the key must be permitted to do. */
  permission?: ApiKeyPermission;
}

export const t = initTRPC
  .meta<OpenApiMeta<Partial<OperationMeta>>>()
  .context<PublicContext>()
  .create();

export const { router } = t;

/** Several different headers are an invalid key: no secret holds a comma. */
export function sentSecret(request: Pick<PublicRequest, 'header'>): string {
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
  if (seconds > 0) throw new TooManyRequestsError(errors.tooManyFailedKeys.message, seconds);
}

/** Counts secrets that no key has. A deactivated one is no guess, however often it comes. */
function invalidKey({ intake, request }: PublicContext, secret: string): PublicError {
  const address = request.address();
  if (address && !intake.keys.isRecent(secret)) intake.failedAuth.record(callerNetwork(address));
  return new PublicError(errors.keyInvalid);
}

/** A secret in the address or sent as a bearer token is not used. To guess one there counts as well. */
function lookForExposed({ intake, request }: PublicContext): void {
  const { url } = request;
  const authorization = request.header('authorization') ?? '';
  if (!url.includes(secretScheme) && !authorization.includes(secretScheme)) return;

  // Its connection may be closed by then.
  const address = request.address();
  intake.exposedSecrets.look(`${url} ${authorization}`, () => {
    if (address) intake.failedAuth.record(callerNetwork(address));
  });
}

export const hasPassed = (time: number | null, now: number) => time !== null && time <= now;

const dayMs = 86_400_000;

/** Adds `X-API-Key-Expires` in the last days of a key: senders have no access to the panel. */
export function addExpiryHeader(
  { answer }: PublicContext,
  { expiresAt, deactivatedAt, now }: KnownKey,
): void {
  const end = Math.min(expiresAt ?? Infinity, deactivatedAt ?? Infinity);
  if (end - now > expiryNoticeDays * dayMs) return;
  answer.headers['x-api-key-expires'] = new Date(end).toISOString();
}

/** The key of the request: the published errors in the published order. */
async function authenticate(ctx: PublicContext, applicationId: string): Promise<ApiKeyActor> {
  const secret = sentSecret(ctx.request);
  assertNotBlocked(ctx, secret);
  lookForExposed(ctx);
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

  addExpiryHeader(ctx, key);
  return key.actor;
}

/** Whether the key is limited to other funnels or steps than the one that the path names. */
export async function isOutOfReach(
  { intake, params: { stepId }, deadline }: PublicContext,
  actor: ApiKeyActor,
): Promise<boolean> {
  if (!isLimited(actor) || stepId === undefined || actor.stepIds.includes(stepId)) return false;

  const step = await intake.steps.get(actor.companyId, stepId, deadline.until);
  return step === undefined || !actor.funnelIds.includes(step.funnelId);
}

/** First product of a `User-Agent`, as `curl/8.5.0`; the rest tells more than is needed. */
export function clientName(userAgent: string | undefined): string | null {
  const product = userAgent?.trim().split(/\s/, 1)[0];
  return product ? product.slice(0, 60) : null;
}

/** Application from the host, then the key, then what it permits. */
async function admit(ctx: PublicContext, permission: ApiKeyPermission | undefined) {
  const application = await ctx.intake.hosts.get(ctx.request.host, ctx.deadline.until);
  if (!application) throw new PublicError(errors.unknownHost);

  const actor = await authenticate(ctx, application.id);
  ctx.caller.client = clientName(ctx.request.header('user-agent'));
  const isPermitted = !permission || actor.permissions.includes(permission);
  if (!isPermitted || (await isOutOfReach(ctx, actor))) {
    const isReading = permission === 'leads:read';
    throw new PublicError(isReading ? errors.readingNotAllowed : errors.stepNotAllowed);
  }

  return { application, actor };
}

/**
 * Takes a request from the rate of the key, and sets its state in the headers of the answer, as in
 * https://www.ietf.org/archive/id/draft-ietf-httpapi-ratelimit-headers-10.html: the policy is the
 * burst of the key and the seconds in which it fills, the state what is left of it and the seconds
 * until it is full.
 *
 * @returns the error for a request beyond the rate
 */
export async function takeFromRate(
  { intake, answer }: PublicContext,
  actor: ApiKeyActor,
): Promise<TooManyRequestsError | undefined> {
  const verdict = await intake.rates.take(actor);
  if (!verdict) return undefined;

  const { rate, remaining, retryAfter, isAllowed } = verdict;
  const seconds = (count: number) => Math.ceil(count / rate.limit);
  Object.assign(answer.headers, {
    'ratelimit-policy': `"key";q=${rate.burst};w=${seconds(rate.burst)}`,
    ratelimit: `"key";r=${remaining};t=${seconds(rate.burst - remaining)}`,
  });
  return isAllowed ? undefined : new TooManyRequestsError(errors.rateExceeded.message, retryAfter);
}

/**
 * The base of every operation: reached with a key alone. The middleware stands before `.input()`,
 * and tRPC reads the input only after it: the body of a caller without a valid key is never read.
 */
export const publicProcedure = t.procedure.use(async ({ ctx, meta, next }) => {
  const { application, actor } = await admit(ctx, meta?.permission);
  const beyondRate = await takeFromRate(ctx, actor);
  if (beyondRate) throw beyondRate;
  if (meta?.permission === 'leads:create') {
    ignoreUnfilledKey(ctx.request, ctx.answer.headers);
    await simulate(ctx, actor);
  } else {
    ignoreSimulation(ctx);
  }
  return next({ ctx: { application, actor } });
});

/**
 * The schema compiled to one function, which takes a quarter of the time. tRPC prefers `parseAsync`,
 * for which zod leaves the compiled way.
 */
export function compiled<Schema extends z.ZodType>(schema: Schema): Schema {
  const fast = z.compile(schema, { strict: true });
  return Object.assign(fast, { parseAsync: (value: unknown) => fast.parse(value) });
}
