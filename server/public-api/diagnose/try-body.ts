import type { Database } from '#db/client.ts';
import { triedRequests } from '#db/values/limits.ts';
import { maxBodyBytes } from '../../limits.ts';
import type { CompanyActor } from '../../services/actor.ts';
import { assertKeyExists } from '../../services/api-keys/assert-key-exists.ts';
import { findMapping, unmapped } from '../../services/api-keys/find-mapping.ts';
import { getCountry } from '../../services/companies/country.ts';
import { batchInput } from '../batch-input.ts';
import { errors } from '../errors.ts';
import { PublicError } from '../response.ts';
import {
  type OfKey,
  objectIn,
  rawInputOf,
  refused,
  type TriedLead,
  tryObject,
} from './try-lead.ts';

interface TriedBody {
  isBatch: boolean;
  /** What the first leads of the body would become; of a refused batch the refusal. */
  leads: TriedLead[];
  total: number;
  refused: number;
  /** The same body with the published names; `null` when a lead is refused. */
  canonical: string | null;
}

const summarize = (
  leads: TriedLead[],
  canonical: object | undefined,
  isBatch: boolean,
): TriedBody => ({
  isBatch,
  leads: leads.slice(0, triedRequests),
  total: leads.length,
  refused: leads.filter(({ status }) => status !== 201).length,
  canonical: canonical ? JSON.stringify(canonical, null, 2) : null,
});

const canonicalOf = (lead: TriedLead) => (lead.status === 201 ? lead.canonical : undefined);

/** @throws PublicError that refuses the whole batch */
async function tryBatch(body: { leads: unknown[] }, ofKey: OfKey): Promise<TriedBody> {
  const read = await batchInput.parseAsync(rawInputOf(body, ofKey));
  const leads = await Promise.all(
    read.leads.map((lead, index) =>
      lead instanceof PublicError ? refused(lead) : tryObject(Object(body.leads[index]), ofKey),
    ),
  );
  const canonical = leads.map(canonicalOf);
  const isWhole = canonical.every((lead) => lead !== undefined);
  return summarize(leads, isWhole ? { leads: canonical } : undefined, true);
}

const isBatch = (body: { leads?: unknown }): body is { leads: unknown[] } =>
  Array.isArray(body.leads);

/** What the operation that fits a body would make of it: that of a batch when it has a list `leads`. */
async function read(text: string, ofKey: OfKey): Promise<TriedBody> {
  try {
    const bytes = Buffer.from(text);
    const body = objectIn({ bytes });
    if (isBatch(body)) return await tryBatch(body, ofKey);

    if (bytes.byteLength > maxBodyBytes) throw new PublicError(errors.bodyTooLarge);
    const lead = await tryObject(body, ofKey);
    return summarize([lead], canonicalOf(lead), false);
  } catch (error) {
    return summarize([refused(error)], undefined, false);
  }
}

/**
 * What a body would become in a company, with the mapping of a key or without a key. Nothing is stored.
 *
 * @throws NotFoundError
 */
export async function tryBody(
  db: Database,
  { companyId }: CompanyActor,
  { id, body }: { id: string | null; body: string },
): Promise<TriedBody> {
  const [{ rules, comesFrom }, country] = await Promise.all([
    id === null ? unmapped : findMapping(db, companyId, id),
    getCountry(db, companyId),
    id === null ? undefined : assertKeyExists(db, companyId, id),
  ]);
  return read(body, { mapping: rules, country, comesFrom });
}
