import type postgres from 'postgres';

/** Requests a second, and at once after a pause. */
export interface Rate {
  limit: number;
  burst: number;
}

export interface LeaseRequest {
  companyId: string;
  apiKeyId: string;
  rate: Rate;
  /** Whole tokens; one is a request. */
  tokens: number;
  /** What was spent without a lease: it leaves the bucket as well, as far as that is filled. */
  owed: number;
}

export interface Lease {
  apiKeyId: string;
  /** Tokens: at most what was requested, none when the bucket is empty. */
  granted: number;
  /** What is left for others, down to a fraction. */
  left: number;
}

const columnsOf = (requests: readonly LeaseRequest[]) => ({
  companyIds: requests.map(({ companyId }) => companyId),
  apiKeyIds: requests.map(({ apiKeyId }) => apiKeyId),
  limits: requests.map(({ rate }) => rate.limit),
  bursts: requests.map(({ rate }) => rate.burst),
  tokens: requests.map(({ tokens }) => tokens),
  owed: requests.map(({ owed }) => owed),
});

/** A row that another process updates meanwhile is read again: the last state counts. */
function take(sql: postgres.Sql, requests: readonly LeaseRequest[]) {
  const { companyIds, apiKeyIds, limits, bursts, tokens, owed } = columnsOf(requests);
  const filled = sql`least(r.burst,
    b.tokens + r.rate * greatest(extract(epoch from now() - b.refilled_at)::float8, 0))`;
  const available = sql`greatest(${filled} - r.owed, 0)`;
  const granted = sql`floor(least(r.wanted, ${available}))`;

  return sql<Lease[]>`
    update rate_buckets b
    set granted = ${granted},
        tokens = ${available} - ${granted},
        refilled_at = greatest(b.refilled_at, now())
    from unnest(
      ${companyIds}::uuid[], ${apiKeyIds}::uuid[],
      ${limits}::float8[], ${bursts}::float8[], ${tokens}::float8[], ${owed}::float8[]
    ) as r (company_id, api_key_id, rate, burst, wanted, owed)
    where b.company_id = r.company_id and b.api_key_id = r.api_key_id
    returning b.api_key_id as "apiKeyId", b.granted, b.tokens as left`;
}

/** Full buckets, for keys that have none yet. */
function createBuckets(sql: postgres.Sql, requests: readonly LeaseRequest[]) {
  const { companyIds, apiKeyIds, bursts } = columnsOf(requests);

  return sql`
    insert into rate_buckets (company_id, api_key_id, granted, tokens, refilled_at)
    select k.company_id, k.id, 0, r.burst, now()
    from unnest(${companyIds}::uuid[], ${apiKeyIds}::uuid[], ${bursts}::float8[])
      as r (company_id, api_key_id, burst)
    join api_keys k on k.company_id = r.company_id and k.id = r.api_key_id
    on conflict do nothing`;
}

/**
 * Takes tokens out of the buckets of keys, all in one commit. One row a key is the bound of all
 * processes: it fills at the key's rate, by the database's clock, up to its burst.
 *
 * @returns a lease for each request, in no order; none for a key that is gone
 */
export async function leaseTokens(
  sql: postgres.Sql,
  unordered: readonly LeaseRequest[],
): Promise<readonly Lease[]> {
  // In the order of their keys, so that two processes do not lock the same rows crosswise.
  const requests = unordered.toSorted((a, b) => (a.apiKeyId < b.apiKeyId ? -1 : 1));
  const leases = await take(sql, requests);
  if (leases.length === requests.length) return leases;

  const served = new Set(leases.map(({ apiKeyId }) => apiKeyId));
  const others = requests.filter(({ apiKeyId }) => !served.has(apiKeyId));
  await createBuckets(sql, others);
  return [...leases, ...(await take(sql, others))];
}
