import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type postgres from 'postgres';
import type { FormSettings, PresetName } from '#db/values/inbound-addresses.ts';
import type { ChangeListener } from '../events/change-listener.ts';
import { maxCachedKeys, recentSecretMs } from '../limits.ts';
import { hashSecret } from '../services/api-keys/secret.ts';
import { networkTest } from '../services/inbound-addresses/networks.ts';
import { proofSealedFor } from '../services/inbound-addresses/new-address.ts';
import type { BodySeal } from '../services/intake-log/sealed-body.ts';
import { Cache, fetchKey, type KnownKey } from './caches.ts';

/** An inbound address with the key that it stands for. */
export interface KnownAddress {
  readonly id: string;
  readonly stepId: string;
  readonly preset: PresetName;
  readonly isPaused: boolean;
  /** The secret that its sender signs with. `null`: submissions need no signature. */
  readonly proof: string | null;
  /** Whether submissions may come from an IP address. */
  readonly allows: (ipAddress: string) => boolean;
  /** Of an HTML form. */
  readonly form: FormSettings | null;
  /** What the time of a form is signed under. */
  readonly formKey: Buffer;
  readonly key: KnownKey;
}

interface AddressRow {
  id: string;
  companyId: string;
  apiKeyId: string;
  stepId: string;
  preset: PresetName;
  networks: string[];
  sealedProof: Uint8Array | null;
  form: FormSettings | null;
  isPaused: boolean;
}

interface Dependencies {
  sql: postgres.Sql;
  keyPepper: string;
  bodySeal: BodySeal;
}

/** A secret that sealed a proof and is gone leaves a proof that nothing meets: no forged submission passes. */
const lostProof = '';

async function fetchAddress(
  { sql, keyPepper, bodySeal }: Dependencies,
  address: string,
): Promise<KnownAddress | undefined> {
  const hashed = hashSecret(keyPepper, address).toString('hex');
  const [row] = await sql<AddressRow[]>`
    select a.id, a.company_id as "companyId", a.api_key_id as "apiKeyId", a.step_id as "stepId",
      a.preset, a.networks, a.form, a.sealed_proof as "sealedProof", a.paused_at is not null as "isPaused"
    from inbound_addresses a
    where a.address_hash = decode(${hashed}, 'hex')
      or (a.former_hash = decode(${hashed}, 'hex') and a.former_until > now())`;
  if (!row) return undefined;

  const { companyId, apiKeyId, networks, sealedProof, ...rest } = row;
  const key = await fetchKey(sql, sql`k.company_id = ${companyId} and k.id = ${apiKeyId}`);
  if (!key) return undefined;

  const opened = sealedProof && bodySeal.open(sealedProof, proofSealedFor(companyId, row.id));
  return {
    ...rest,
    key,
    formKey: hashSecret(keyPepper, `time of form ${row.id}`),
    proof: sealedProof && (opened?.toString() ?? lostProof),
    allows: networks.length > 0 ? networkTest(networks) : () => true,
  };
}

const digestOf = (address: string) => hash('sha256', address, 'base64');

/** Which key and step an inbound address stands for. In memory, addresses are digests. */
export class AddressCache {
  readonly #cache: Cache<KnownAddress>;
  /** Digests of addresses that existed within the hour. */
  readonly #recent = new LRUCache<string, true>({ max: maxCachedKeys, ttl: recentSecretMs });

  constructor(
    dependencies: Dependencies,
    changes: Pick<ChangeListener, 'isConnected' | 'onChange'>,
  ) {
    const fetch = (address: string) => fetchAddress(dependencies, address);
    this.#cache = new Cache({ changes, topic: 'keys', max: maxCachedKeys, fetch });
  }

  /** Whether the address existed lately. Asks nothing of the database. */
  isRecent(address: string): boolean {
    return this.#recent.has(digestOf(address));
  }

  /** @param until when the answer is needed, by `performance.now()` */
  async get(address: string, until?: number): Promise<KnownAddress | undefined> {
    const digest = digestOf(address);
    const { value, fetchedAt } = await this.#cache.get(digest, address, until);
    if (!value) return undefined;

    this.#recent.set(digest, true);
    const { key } = value;
    return { ...value, key: { ...key, now: key.now + performance.now() - fetchedAt } };
  }
}
