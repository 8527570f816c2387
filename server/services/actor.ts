import type { ApiKeyPermission, LeadVisibility, Role } from '#db/values/access.ts';
import type { FieldRule } from '#db/values/field-mapping.ts';
import type { Attribution } from './leads/derive-attribution.ts';

/** A member of a company. */
export interface UserActor {
  kind: 'user';
  userId: string;
  name: string;
  applicationId: string;
  companyId: string;
  role: Role;
  /** Which leads. `all` for viewers and admins. */
  sees: LeadVisibility;
  /** IP address that the request came from. */
  address: string;
}

/** An authenticated key. */
export interface ApiKeyActor {
  kind: 'apiKey';
  apiKeyId: string;
  name: string;
  applicationId: string;
  companyId: string;
  /** Of the company. */
  timeZone: string;
  /** Of the company, ISO 3166 alpha-2; `null`: unknown. */
  country: string | null;
  /** Its leads are tests, and it reads nothing else. */
  isTestKey: boolean;
  permissions: readonly ApiKeyPermission[];
  /** Both empty: any step of the company. */
  funnelIds: readonly string[];
  stepIds: readonly string[];
  /** Requests a second; `null`: as the installation says. 0 is no limit. */
  rateLimit: number | null;
  /** What its leads are read from, beside known names. */
  mapping: readonly FieldRule[];
  /** What its leads come from; `null`: as their fields say. */
  comesFrom: Attribution | null;
  /** The company stores the bodies of its requests. */
  keepsBodies: boolean;
  /** Until then, repeats of its requests are recognized by their body; milliseconds. */
  replayedUntil: number | null;
}

/** Whether a key may create leads in some steps of its company only. */
export const isLimited = ({ funnelIds, stepIds }: Pick<ApiKeyActor, 'funnelIds' | 'stepIds'>) =>
  funnelIds.length > 0 || stepIds.length > 0;

/** The installation itself: seed, command line. */
export interface SystemActor {
  kind: 'system';
  name: string;
  companyId: string;
}

/** Who may change what a company is made of. The audit log says who did. */
export type ManagingActor = UserActor | SystemActor;

export type CompanyActor = UserActor | ApiKeyActor | SystemActor;
