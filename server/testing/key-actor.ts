import type { ApiKeyActor } from '../services/actor.ts';
import type { Tenant } from './tenant.ts';

/** A key of the tenant that may read all its leads. */
export const keyActor = (
  { applicationId, companyId, key }: Tenant,
  columns: Partial<ApiKeyActor> = {},
): ApiKeyActor => ({
  kind: 'apiKey',
  apiKeyId: key.id,
  name: key.name,
  applicationId,
  companyId,
  timeZone: 'UTC',
  country: null,
  isTestKey: false,
  permissions: ['leads:read'],
  funnelIds: [],
  stepIds: [],
  rateLimit: null,
  mapping: [],
  comesFrom: null,
  keepsBodies: false,
  replayedUntil: null,
  ...columns,
});
