import { callerNetwork } from '../../caller-network.ts';
import type { KnownAddress } from '../../intake/address-cache.ts';
import { pausedRetrySeconds } from '../../limits.ts';
import { isWellFormedAddress } from '../../services/api-keys/secret.ts';
import { TooManyRequestsError } from '../../services/errors.ts';
import { errors } from '../errors.ts';
import {
  addExpiryHeader,
  clientName,
  hasPassed,
  isOutOfReach,
  type PublicContext,
  t,
  takeFromRate,
} from '../procedure.ts';
import { PublicError } from '../response.ts';

/** Refuses networks that have guessed too many addresses, unless this one is known. */
function assertNotBlocked({ intake, request }: PublicContext, sent: string): void {
  if (intake.failedAuth.isIdle || intake.addresses.isRecent(sent)) return;

  const ipAddress = request.address();
  const seconds = ipAddress ? intake.failedAuth.retryAfter(callerNetwork(ipAddress)) : 0;
  if (seconds > 0) throw new TooManyRequestsError(errors.tooManyFailedKeys.message, seconds);
}

/** A guess, an address of another application and one that was deleted get the same answer. */
async function findAddress(ctx: PublicContext): Promise<KnownAddress> {
  const { intake, request, params, deadline } = ctx;
  const application = await intake.hosts.get(request.host, deadline.until);
  if (!application) throw new PublicError(errors.unknownHost);

  const sent = params.address ?? '';
  assertNotBlocked(ctx, sent);
  const known = isWellFormedAddress(sent)
    ? await intake.addresses.get(sent, deadline.until)
    : undefined;
  if (known?.key.actor.applicationId === application.id) return known;

  // A tool may go on sending to an address that was deleted, and many tools share a network.
  const isGuess = !intake.addresses.isRecent(sent);
  const ipAddress = request.address();
  if (isGuess && ipAddress) intake.failedAuth.record(callerNetwork(ipAddress));
  throw new PublicError(errors.unknownAddress);
}

/** The key that an address stands for does what it may do itself. */
async function assertWorks(ctx: PublicContext, { key, isPaused }: KnownAddress): Promise<void> {
  if (hasPassed(key.deactivatedAt, key.now)) throw new PublicError(errors.keyInvalid);
  if (hasPassed(key.expiresAt, key.now)) throw new PublicError(errors.keyExpired);
  if (isPaused) {
    throw new PublicError(errors.addressPaused, {
      headers: { 'retry-after': String(pausedRetrySeconds) },
    });
  }

  addExpiryHeader(ctx, key);
  const isPermitted = key.actor.permissions.includes('leads:create');
  if (!isPermitted || (await isOutOfReach(ctx, key.actor))) {
    throw new PublicError(errors.stepNotAllowed);
  }
}

/** The base of what inbound addresses take: the address is the credential, and names key and step. */
export const addressProcedure = t.procedure.use(async ({ ctx, next }) => {
  const address = await findAddress(ctx);
  const { stepId, preset, key } = address;
  const { caller, request } = ctx;
  caller.actor = key.actor;
  caller.stepId = stepId;
  caller.client = clientName(request.header('user-agent'));
  caller.submission = { preset, contentType: request.header('content-type') ?? '' };
  const inStep = { ...ctx, params: { stepId } };
  await assertWorks(inStep, address);
  const beyondRate = await takeFromRate(ctx, key.actor);
  if (beyondRate) throw beyondRate;

  return next({ ctx: { ...inStep, address, actor: key.actor } });
});
