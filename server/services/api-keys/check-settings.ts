import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { ApiKeyPermission } from '#db/values/access.ts';
import { InvalidError, NotFoundError } from '../errors.ts';
import { uuids } from '../sql.ts';

/** What a person chooses for a key. `expiresAt` is ISO 8601. */
export interface ApiKeySettings {
  name: string;
  permissions: readonly ApiKeyPermission[];
  expiresAt: string | null;
  /** Requests a second; absent: as the installation says; 0: no limit. */
  rateLimit?: number | null | undefined;
  /** Both empty: any step of the company. */
  funnelIds: readonly string[];
  stepIds: readonly string[];
}

/**
 * @throws NotFoundError for a funnel or step that the company does not have
 * @throws InvalidError for an expiry that has passed, unless it is the one that is kept
 */
export async function checkSettings(
  db: Database,
  companyId: string,
  settings: ApiKeySettings,
  keptExpiry: Date | null = null,
): Promise<void> {
  const expiresAt = settings.expiresAt === null ? null : Date.parse(settings.expiresAt);
  const [found] = await db.execute<{ funnels: number; steps: number; ahead: boolean | null }>(sql`
    select
      (select count(*)::int from funnels
        where company_id = ${companyId} and id = any(${uuids(settings.funnelIds)})) as funnels,
      (select count(*)::int from steps
        where company_id = ${companyId} and id = any(${uuids(settings.stepIds)})) as steps,
      to_timestamp(${expiresAt}::float8 / 1000) > now() as ahead`);

  if (found?.funnels !== new Set(settings.funnelIds).size)
    throw new NotFoundError('Funnel not found');
  if (found.steps !== new Set(settings.stepIds).size) throw new NotFoundError('Step not found');
  if (found.ahead === false && expiresAt !== keptExpiry?.getTime()) {
    throw new InvalidError('Choose a time that is ahead', 'expiresAt');
  }
}
