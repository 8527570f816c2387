import type { Database } from '#db/client.ts';
import type { FieldRule } from '#db/values/field-mapping.ts';
import type { CompanyActor } from '../../services/actor.ts';
import { type RecentQuery, readRecentBodies } from '../../services/api-keys/read-recent-bodies.ts';
import { getCountry } from '../../services/companies/country.ts';
import type { BodyDependencies } from '../../services/intake-log/read-bodies.ts';
import type { Attribution } from '../../services/leads/derive-attribution.ts';
import { sentBytesOf, tryLead } from './try-lead.ts';

interface ProposedMapping extends RecentQuery {
  rules: readonly FieldRule[];
  comesFrom: Attribution | null;
}

/**
 * What each of the last requests of a key would become with a mapping, the newest first. Nothing is
 * stored.
 *
 * @throws NotFoundError
 */
export async function tryMapping(
  db: Database,
  actor: CompanyActor,
  { rules, comesFrom, ...query }: ProposedMapping,
  dependencies: BodyDependencies,
) {
  const [recent, country] = await Promise.all([
    readRecentBodies(db, actor, query, dependencies),
    getCountry(db, actor.companyId),
  ]);
  return Promise.all(
    recent.map(async ({ request, body }) => ({
      sent: request,
      becomes: await tryLead(sentBytesOf(body), {
        mapping: rules,
        country,
        comesFrom,
      }),
    })),
  );
}
