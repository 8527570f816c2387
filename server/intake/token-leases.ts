import type postgres from 'postgres';

/** The text of an array of what needs no quotes. */
const arrayOf = (elements: readonly string[]) => `{${elements.join()}}`;

/** Requests a second, and at once after a pause. */
export interface Rate {
  limit: number;
  burst: number;
}

export interface Wish {
  companyId: string;
  apiKeyId: string;
  rate: Rate;
  /** Whole tokens; one is a request. */
  tokens: number;
}

export interface Lease {
  apiKeyId: string;
  /** Tokens: at most what was wished for, none when the bucket is empty. */
  granted: number;
  /** What is left for others, down to a fraction. */
  left: number;
}

/** Arrays as text: see `insertLeads`. */
const column = (wishes: readonly Wish[], value: (wish: Wish) => string | number) =>
  arrayOf(wishes.map((wish) => String(value(wish))));

/** Rows are locked in the order of their keys, so that no two processes deadlock. */
const take = (sql: postgres.Sql, wishes: readonly Wish[]) => sql<Lease[]>`
  with wish as (
    select * from unnest(
      ${column(wishes, ({ companyId }) => companyId)}::text::uuid[],
      ${column(wishes, ({ apiKeyId }) => apiKeyId)}::text::uuid[],
      ${column(wishes, ({ rate }) => rate.limit)}::text::float8[],
      ${column(wishes, ({ rate }) => rate.burst)}::text::float8[],
      ${column(wishes, ({ tokens }) => tokens)}::text::float8[]
    ) as wish (company_id, api_key_id, rate, burst, wanted)
  ), bucket as materialized (
    select b.* from rate_buckets b
    join wish on wish.company_id = b.company_id and wish.api_key_id = b.api_key_id
    order by b.company_id, b.api_key_id
    for update of b
  ), clock as materialized (
    select clock_timestamp() as at from (select count(*) from bucket) as locked
  ), filled as (
    select wish.*, clock.at, least(wish.burst, bucket.tokens + wish.rate * greatest(
      extract(epoch from clock.at - bucket.refilled_at)::float8, 0)) as available
    from clock, bucket
    join wish on wish.company_id = bucket.company_id and wish.api_key_id = bucket.api_key_id
  ), lease as materialized (
    select *, floor(least(wanted, available)) as granted from filled
  )
  update rate_buckets b
  set tokens = lease.available - lease.granted, refilled_at = lease.at
  from lease
  where b.company_id = lease.company_id and b.api_key_id = lease.api_key_id
  returning b.api_key_id as "apiKeyId", lease.granted, b.tokens as left`;

/** Full ones, for keys that have none yet. */
const makeBuckets = (sql: postgres.Sql, wishes: readonly Wish[]) => sql`
  insert into rate_buckets (company_id, api_key_id, tokens, refilled_at)
  select k.company_id, k.id, wish.burst, now()
  from unnest(
    ${column(wishes, ({ companyId }) => companyId)}::text::uuid[],
    ${column(wishes, ({ apiKeyId }) => apiKeyId)}::text::uuid[],
    ${column(wishes, ({ rate }) => rate.burst)}::text::float8[]
  ) as wish (company_id, api_key_id, burst)
  join api_keys k on k.company_id = wish.company_id and k.id = wish.api_key_id
  on conflict do nothing`;

/**
 * Takes tokens out of the buckets of keys, all in one commit. One row a key is the bound of all
 * processes: it fills at the key's rate, by the database's clock, up to its burst.
 *
 * @returns a lease for each wish, in no order; none for a key that is gone
 */
export async function leaseTokens(
  sql: postgres.Sql,
  wishes: readonly Wish[],
): Promise<readonly Lease[]> {
  const leases = await take(sql, wishes);
  if (leases.length === wishes.length) return leases;

  const served = new Set(leases.map(({ apiKeyId }) => apiKeyId));
  const others = wishes.filter(({ apiKeyId }) => !served.has(apiKeyId));
  await makeBuckets(sql, others);
  return [...leases, ...(await take(sql, others))];
}
