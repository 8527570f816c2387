import type { Database } from '#db/client.ts';
import type { RequestDeadline } from '../intake/deadline.ts';
import { digest } from '../intake/request-keys.ts';
import { maxSimulatedRetrySeconds, maxSimulatedSlowSeconds } from '../limits.ts';
import type { ApiKeyActor } from '../services/actor.ts';
import { takeSimulation } from '../services/api-keys/simulations.ts';
import { hasRate } from './contract.ts';
import { errors } from './errors.ts';
import { addIgnoredHeader, readIdempotencyKey } from './lead-headers.ts';
import { invalidFields, PublicError, unavailable } from './response.ts';

/** What is decided about an answer before it exists. */
export interface ComingAnswer {
  /** Sent with a success and with a failure. */
  readonly headers: Record<string, string>;
  /** The answer is sent this much later. */
  delayMs?: number;
  /** The connection is cut instead of sending the answer. */
  isCut?: boolean;
}

interface Context {
  readonly db: Database;
  readonly request: { header(name: string): string | undefined };
  readonly deadline: RequestDeadline;
  readonly answer: ComingAnswer;
}

/** A simulated error, or what happens to the real answer. */
type Simulation =
  | { error: PublicError }
  | { delaySeconds: number }
  /** The connection is cut, before or after the lead is stored. */
  | { cut: 'before' | 'after' };

const refusals: Record<string, () => PublicError> = {
  401: () => new PublicError(errors.keyInvalid),
  403: () => new PublicError(errors.keyOfOtherApplication),
  404: () => new PublicError(errors.stepNotFound),
  409: () => new PublicError(errors.keyInFlight, { headers: { 'retry-after': '1' } }),
  500: () => new PublicError(errors.internal),
  503: unavailable,
};

/** @returns the number in the group of the pattern, if it is from 1 to `max` */
function numberIn(text: string, pattern: RegExp, max: number): number | undefined {
  const number = Number(pattern.exec(text)?.[1]);
  return number >= 1 && number <= max ? number : undefined;
}

function readSimulation(value: string): Simulation | undefined {
  const refuse = Object.hasOwn(refusals, value) && refusals[value];
  if (refuse) return { error: refuse() };
  if (value === 'close;before=commit') return { cut: 'before' };
  if (value === 'close;after=commit') return { cut: 'after' };

  const retry = numberIn(value, /^429;retry=(\d+)$/, maxSimulatedRetrySeconds);
  if (retry) {
    const headers = { 'retry-after': String(retry) };
    return { error: new PublicError(errors.rateExceeded, { headers }) };
  }

  const delaySeconds = numberIn(value, /^slow=(\d+)s$/, maxSimulatedSlowSeconds);
  return delaySeconds ? { delaySeconds } : undefined;
}

const unknownValue = {
  path: 'X-Simulate',
  message: `must be 401, 403, 404, 409, 429;retry=2 (1 to ${maxSimulatedRetrySeconds}), 500, 503, slow=8s (1s to ${maxSimulatedSlowSeconds}s), close;before=commit or close;after=commit`,
  code: 'invalid_format',
};

/** Tells the sender of an `X-Simulate` header that it is ignored. */
export function ignoreSimulation({ request, answer }: Pick<Context, 'request' | 'answer'>): void {
  if (request.header('x-simulate')?.trim()) addIgnoredHeader(answer.headers, 'X-Simulate');
}

/**
 * Obeys the `X-Simulate` header of a test key, once for each `Idempotency-Key`: a tool that
 * retries sends the same headers again, and then gets the real answer. With other keys the header is
 * ignored, and `X-Ignored-Headers` names it.
 *
 * @throws PublicError the simulated one, or 400 for an unknown value
 */
export async function simulate(ctx: Context, actor: ApiKeyActor): Promise<void> {
  const { request, answer, deadline } = ctx;
  const value = request.header('x-simulate')?.replaceAll(/\s/g, '').toLowerCase();
  if (!value) return;
  if (!actor.isTestKey) return ignoreSimulation(ctx);

  const simulation = readSimulation(value);
  if (!simulation) throw invalidFields([unknownValue]);

  const key = readIdempotencyKey(request.header('idempotency-key'));
  // A dry run must not use up what it tells of the real call.
  const once = `${value}|${request.header('x-dry-run') ?? ''}|${key}`;
  const isRepeated = key && !(await deadline.limit(takeSimulation(ctx.db, actor, digest(once))));
  if (isRepeated) return;

  if ('delaySeconds' in simulation) {
    answer.delayMs = simulation.delaySeconds * 1_000;
  } else if ('cut' in simulation) {
    answer.isCut = true;
    if (simulation.cut === 'before') throw unavailable();
  } else {
    const { error } = simulation;
    // A real error with this status comes before the rate of the key is known.
    if (!hasRate(error.status)) {
      delete answer.headers.ratelimit;
      delete answer.headers['ratelimit-policy'];
    }
    throw error;
  }
}
