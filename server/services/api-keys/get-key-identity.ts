import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { companies } from '#db/schema/applications.ts';
import type { ApiKeyPermission } from '#db/values/access.ts';
import type { ApiKeyKind } from '#db/values/api-keys.ts';
import { type ApiKeyActor, isLimited } from '../actor.ts';
import { NotFoundError } from '../errors.ts';

/** What a key is, for the sender that uses it. */
export interface KeyIdentity {
  id: string;
  name: string;
  kind: ApiKeyKind;
  permissions: ApiKeyPermission[];
  /** ISO 8601, UTC. */
  expiresAt: string | null;
  /** Requests a second; `null` without a limit. */
  rateLimit: number | null;
  application: { name: string };
  company: { id: string; name: string; slug: string };
  /** `null` for a key that may create leads in every step. */
  limitedTo: { funnelIds: string[]; stepIds: string[] } | null;
}

/**
 * @param known what only the caller knows: the application's name, and requests a second, 0 without
 *   a limit
 * @throws NotFoundError when the key was deleted meanwhile
 */
export async function getKeyIdentity(
  db: Database,
  actor: ApiKeyActor,
  known: { applicationName: string; rateLimit: number },
): Promise<KeyIdentity> {
  const [key] = await db
    .select({
      name: apiKeys.name,
      kind: apiKeys.kind,
      expiresAt: apiKeys.expiresAt,
      company: { id: companies.id, name: companies.name, slug: companies.slug },
    })
    .from(apiKeys)
    .innerJoin(companies, eq(companies.id, apiKeys.companyId))
    .where(and(eq(apiKeys.companyId, actor.companyId), eq(apiKeys.id, actor.apiKeyId)));
  if (!key) throw new NotFoundError('API key not found');

  const { funnelIds, stepIds } = actor;
  return {
    id: actor.apiKeyId,
    name: key.name,
    kind: key.kind,
    permissions: [...actor.permissions],
    expiresAt: key.expiresAt?.toISOString() ?? null,
    rateLimit: known.rateLimit === 0 ? null : known.rateLimit,
    application: { name: known.applicationName },
    company: key.company,
    limitedTo: isLimited(actor) ? { funnelIds: [...funnelIds], stepIds: [...stepIds] } : null,
  };
}
