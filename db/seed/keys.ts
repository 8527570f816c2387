import type { apiKeyFunnels, apiKeys, keyUsage } from '#db/schema/api-keys.ts';
import type { Sender } from './attribution.ts';
import type { Chance } from './chance.ts';
import { demo } from './demo.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** How a secret is stored; the text itself never gets here. */
export interface StoredSecret {
  hash: Uint8Array;
  prefix: string;
  last4: string;
}

interface KeyPlan {
  name: string;
  /** Milliseconds around the moment of seeding. */
  createdAt: number;
  expiresAt?: number;
  deactivatedAt?: number;
  lastUsedAt?: number;
  firstUsedAt?: number;
  client?: string;
  firstFunnelOnly?: boolean;
}

/** One key in every state that the panel shows. */
const plans = {
  website: {
    name: demo.key.name,
    createdAt: -80 * day,
    firstUsedAt: -79 * day,
    lastUsedAt: -4 * hour,
    client: 'axios/1.13',
  },
  meta: {
    name: 'Meta lead ads',
    createdAt: -70 * day,
    firstUsedAt: -70 * day + hour,
    lastUsedAt: -day,
    client: 'Make/production',
    firstFunnelOnly: true,
  },
  automation: { name: 'n8n automation', createdAt: -2 * day },
  landing: {
    name: 'Landing pages',
    createdAt: -27 * day,
    expiresAt: 3 * day,
    firstUsedAt: -26 * day,
    lastUsedAt: -day,
    client: 'python-requests/2.32',
  },
  partner: {
    name: 'Partner portal',
    createdAt: -75 * day,
    deactivatedAt: 22 * hour,
    firstUsedAt: -74 * day,
    lastUsedAt: -3 * hour,
    client: 'GuzzleHttp/7',
  },
  partnerRotated: {
    name: 'Partner portal',
    createdAt: -day,
    firstUsedAt: -2 * hour,
    lastUsedAt: -0.25 * hour,
    client: 'GuzzleHttp/7',
  },
  wordpress: {
    name: 'Old WordPress site',
    createdAt: -88 * day,
    deactivatedAt: -12 * day,
    firstUsedAt: -87 * day,
    lastUsedAt: -12 * day - hour,
    client: 'WordPress/6.6',
  },
  campaign: {
    name: 'Season opening',
    createdAt: -60 * day,
    expiresAt: -5 * day,
    firstUsedAt: -59 * day,
    lastUsedAt: -5 * day - hour,
    client: 'curl/8.5',
  },
} satisfies Record<string, KeyPlan>;

export type KeyName = keyof typeof plans;
export type KeyIds = Record<KeyName, string>;

/** A demo key's secret follows from this text. That of the website key is the company itself. */
export const purposeOf = (companySlug: string, key: KeyName) =>
  key === 'website' ? companySlug : `${companySlug} ${key}`;

export const keyNames = Object.keys(plans).filter((name): name is KeyName => name in plans);

/** The key a sender used `age` milliseconds before the seeding, in the funnel at `funnelIndex`. */
export function keyOf(chance: Chance, sender: Sender, age: number, funnelIndex: number): KeyName {
  const old = age > 12.1 * day && chance.happens(0.35);
  const during = age > 5.1 * day && chance.happens(0.4);

  switch (sender) {
    case 'meta':
      return funnelIndex === 0 ? 'meta' : 'website';
    case 'landing':
      if (during) return 'campaign';
      return age < 26 * day ? 'landing' : 'website';
    case 'partner':
      return age < 2 * hour ? 'partnerRotated' : 'partner';
    case 'website':
      return old ? 'wordpress' : 'website';
  }
}

interface KeyContext {
  companyId: string;
  slug: string;
  now: Date;
  createdBy: string;
  firstFunnelId: string;
  ids: KeyIds;
  secretFor: (purpose: string) => StoredSecret;
  /** When each key was used, in milliseconds. */
  uses: ReadonlyMap<KeyName, readonly number[]>;
}

export function makeKeys(context: KeyContext): (typeof apiKeys.$inferInsert)[] {
  const { companyId, slug, ids, createdBy, secretFor } = context;

  return keyNames.map((key) => {
    const plan: KeyPlan = plans[key];
    const at = (offset: number | undefined) =>
      offset === undefined ? null : new Date(context.now.getTime() + offset);
    const latest = (context.uses.get(key) ?? []).reduce((a, b) => Math.max(a, b), -Infinity);
    const { hash, prefix, last4 } = secretFor(purposeOf(slug, key));
    const rotated = key === 'partner';

    return {
      companyId,
      id: ids[key],
      name: plan.name,
      secretHash: hash,
      prefix,
      last4,
      permissions: ['leads:create'],
      createdBy,
      createdAt: new Date(context.now.getTime() + plan.createdAt),
      expiresAt: at(plan.expiresAt),
      deactivatedAt: at(plan.deactivatedAt),
      firstUsedAt: at(plan.firstUsedAt),
      lastUsedAt: Number.isFinite(latest) ? new Date(latest) : at(plan.lastUsedAt),
      lastUsedClient: plan.client ?? null,
      successorId: rotated ? ids.partnerRotated : null,
      overlapSeconds: rotated ? 86_400 : null,
    };
  });
}

export function makeKeyLimits(context: KeyContext): (typeof apiKeyFunnels.$inferInsert)[] {
  const { companyId, firstFunnelId: funnelId, ids } = context;
  const limited = keyNames.filter((key) => {
    const plan: KeyPlan = plans[key];
    return plan.firstFunnelOnly;
  });

  return limited.map((key) => ({ companyId, apiKeyId: ids[key], funnelId }));
}

/** As the usage meter would have counted: the leads of each key, by hour. */
export function makeUsage(context: KeyContext): (typeof keyUsage.$inferInsert)[] {
  return [...context.uses].flatMap(([key, times]) => {
    const byHour = Map.groupBy(times, (time) => Math.floor(time / hour));

    return [...byHour].map(([hours, requests]) => ({
      companyId: context.companyId,
      apiKeyId: context.ids[key],
      hour: new Date(hours * hour),
      requests: requests.length,
    }));
  });
}
