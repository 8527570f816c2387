import { NIL, validate } from 'uuid';

/** Below `/api/`, but the panel's. */
const panelPaths = /^\/api\/(?:auth|trpc)(?:\/|$)|^\/api\/openapi\.json$/;
const publicPaths = /^\/api(?:\/|$)|^\/leads\/public(?:\/|$)/;
const createLeadPath = /^(?:\/api)?\/leads\/public\/([^/]+)$/;

/** Whether the public API answers for the path, be it with 404. */
export function isPublicPath(path: string): boolean {
  return publicPaths.test(path) && !panelPaths.test(path);
}

/**
 * The step that `…/leads/public/{stepId}` names, `undefined` for any other path. What is no UUID
 * becomes the one that no step has, so that nobody can tell a malformed ID from an unknown one.
 */
export function matchCreateLead(path: string): { stepId: string } | undefined {
  const stepId = createLeadPath.exec(path)?.[1];
  if (stepId === undefined) return undefined;

  return { stepId: validate(stepId) ? stepId.toLowerCase() : NIL };
}
