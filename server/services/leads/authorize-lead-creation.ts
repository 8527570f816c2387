import type { ApiKeyActor } from '../actor.ts';
import { ForbiddenError } from '../errors.ts';

/** Whether a key may create leads in every step of its company. */
export const isLimited = (actor: ApiKeyActor) =>
  actor.funnelIds.length > 0 || actor.stepIds.length > 0;

/**
 * @param step `funnelId` absent when the company has no such step
 * @throws ForbiddenError when the key may not create leads, or not in this step
 */
export function authorizeLeadCreation(
  actor: ApiKeyActor,
  step: { id: string; funnelId: string | undefined },
): void {
  const reaches =
    !isLimited(actor) ||
    actor.stepIds.includes(step.id) ||
    (step.funnelId !== undefined && actor.funnelIds.includes(step.funnelId));
  if (actor.permissions.includes('leads:create') && reaches) return;

  throw new ForbiddenError('API Key does not allow creating leads in this step');
}
