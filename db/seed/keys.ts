import type { apiKeys } from '#db/schema/api-keys.ts';
import { demo } from './demo.ts';
import type { Random } from './random.ts';
import type { Sender } from './submissions.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The stored form of a secret, without its text. */
export interface StoredSecret {
  hash: Uint8Array;
  prefix: string;
  last4: string;
}

interface KeyPlan {
  name: string;
  /** Times are milliseconds relative to the seeding. */
  createdAt: number;
  expiresAt?: number;
  deactivatedAt?: number;
  lastUsedAt?: number;
  firstUsedAt?: number;
  client?: string;
  firstFunnelOnly?: boolean;
}

const keyNames = [
  'website',
  'meta',
  'automation',
  'landing',
  'partner',
  'partnerRotated',
  'wordpress',
  'campaign',
] as const;
export type KeyName = (typeof keyNames)[number];
export type KeyIds = Record<KeyName, string>;

/** One key in every state that the panel shows. */
const plans: Record<KeyName, KeyPlan> = {
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
};

/** The secret of a demo key is derived from this text; for the website key it is the company's slug. */
const purposeOf = (companySlug: string, key: KeyName) =>
  key === 'website' ? companySlug : `${companySlug} ${key}`;

/** The key that a sender used `age` milliseconds before the seeding for the funnel at `funnelIndex`. */
export function chooseKey(
  random: Random,
  sender: Sender,
  age: number,
  funnelIndex: number,
): KeyName {
  const old = age > 12.1 * day && random.happens(0.35);
  const during = age > 5.1 * day && random.happens(0.4);

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
  secretFor(purpose: string): StoredSecret;
  /** The leads of each key. */
  uses: ReadonlyMap<KeyName, readonly { lead: { createdAt: Date } }[]>;
}

/** The requests of a key: its leads, and at least the uses that the plan tells. */
function timesOf({ now, uses }: KeyContext, key: KeyName): number[] {
  const times = (uses.get(key) ?? []).map(({ lead }) => lead.createdAt.getTime());
  if (times.length > 0) return times;

  return [plans[key].firstUsedAt, plans[key].lastUsedAt].flatMap((offset) =>
    offset === undefined ? [] : [now.getTime() + offset],
  );
}

function makeKey(
  { companyId, slug, now, createdBy, ids, secretFor }: KeyContext,
  key: KeyName,
  times: readonly number[],
): typeof apiKeys.$inferInsert {
  const plan = plans[key];
  const at = (offset: number | undefined) =>
    offset === undefined ? null : new Date(now.getTime() + offset);
  const { hash, prefix, last4 } = secretFor(purposeOf(slug, key));
  const rotated = key === 'partner';
  const lastUse = times.length > 0 ? Math.max(...times) : undefined;

  return {
    companyId,
    id: ids[key],
    name: plan.name,
    secretHash: hash,
    prefix,
    last4,
    permissions: ['leads:create'],
    createdBy,
    createdAt: new Date(now.getTime() + plan.createdAt),
    expiresAt: at(plan.expiresAt),
    deactivatedAt: at(plan.deactivatedAt),
    firstUsedAt: at(plan.firstUsedAt),
    secretCopiedAt: at(plan.firstUsedAt),
    lastUsedAt: lastUse === undefined ? null : new Date(lastUse),
    lastUsedClient: plan.client ?? null,
    successorId: rotated ? ids.partnerRotated : null,
    overlapSeconds: rotated ? 86_400 : null,
  };
}

/** The keys of a company, their limits, and the requests of each key by hour. */
export function makeKeys(context: KeyContext) {
  const { companyId, firstFunnelId, ids } = context;
  const keys = keyNames.map((name) => ({
    name,
    id: ids[name],
    times: timesOf(context, name),
  }));

  return {
    apiKeys: keys.map(({ name, times }) => makeKey(context, name, times)),
    apiKeyFunnels: keys
      .filter(({ name }) => plans[name].firstFunnelOnly)
      .map(({ id }) => ({ companyId, apiKeyId: id, funnelId: firstFunnelId })),
    keyUsage: keys.flatMap(({ id, times }) =>
      [...Map.groupBy(times, (time) => Math.floor(time / hour))].map(([hours, requests]) => ({
        companyId,
        apiKeyId: id,
        hour: new Date(hours * hour),
        outcome: 'created',
        requests: requests.length,
      })),
    ),
  };
}
