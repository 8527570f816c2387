import type postgres from 'postgres';
import type { ApiKeyActor } from '../actor.ts';
import { ForbiddenError } from '../errors.ts';

async function isInFunnels(
  sql: postgres.Sql,
  actor: ApiKeyActor,
  stepId: string,
): Promise<boolean> {
  if (actor.funnelIds.length === 0) return false;

  const [row] = await sql`
    select exists (
      select from steps
      where company_id = ${actor.companyId} and id = ${stepId} and funnel_id = any(${[...actor.funnelIds]}::uuid[])
    ) as allowed`;
  return row?.allowed === true;
}

/** @throws ForbiddenError when the key may not create leads, or not in this step */
export async function authorizeLeadCreation(
  sql: postgres.Sql,
  actor: ApiKeyActor,
  stepId: string,
): Promise<void> {
  const isLimited = actor.funnelIds.length > 0 || actor.stepIds.length > 0;
  const allowed =
    actor.permissions.includes('leads:create') &&
    (!isLimited || actor.stepIds.includes(stepId) || (await isInFunnels(sql, actor, stepId)));
  if (allowed) return;

  throw new ForbiddenError('API Key does not allow creating leads in this step');
}
