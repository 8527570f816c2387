import type { Role } from '#db/values/access.ts';
import { Chance } from './chance.ts';
import {
  type KeyName,
  keyNames,
  makeKeyLimits,
  makeKeys,
  makeUsage,
  type StoredSecret,
} from './keys.ts';
import { type DeriveAttribution, makeLead } from './leads.ts';
import type { CompanyPlan } from './plan.ts';

const day = 86_400_000;

interface CompanyContext {
  plan: CompanyPlan;
  applicationId: string;
  /** Repeatable: each company has its own. */
  seed: number;
  now: Date;
  users: readonly { id: string; name: string; role: Role }[];
  secretFor: (purpose: string) => StoredSecret;
  deriveAttribution: DeriveAttribution;
}

function makeFunnels(plan: CompanyPlan, companyId: string, chance: Chance, createdAt: Date) {
  return plan.funnels.map(({ name, steps }, position) => {
    const funnel = { companyId, id: chance.uuid(), name, position, createdAt };
    const { id: funnelId } = funnel;

    return {
      funnel,
      steps: steps.map((stepName, place) => ({
        companyId,
        id: chance.uuid(),
        funnelId,
        name: stepName,
        position: place,
        createdAt,
      })),
    };
  });
}

const makeKeyIds = (chance: Chance): Record<KeyName, string> => ({
  website: chance.uuid(),
  meta: chance.uuid(),
  automation: chance.uuid(),
  landing: chance.uuid(),
  partner: chance.uuid(),
  partnerRotated: chance.uuid(),
  wordpress: chance.uuid(),
  campaign: chance.uuid(),
});

/** Every row of one company, table by table, in the order foreign keys ask for. */
export function makeCompany({ plan, applicationId, now, users, ...context }: CompanyContext) {
  const chance = new Chance(context.seed);
  const companyId = chance.uuid();
  const createdAt = new Date(now.getTime() - 90 * day);
  const funnels = makeFunnels(plan, companyId, chance, createdAt);
  const ids = makeKeyIds(chance);
  const admin = users.find((user) => user.role === 'admin');
  const firstFunnel = funnels[0]?.funnel;
  if (!admin || !firstFunnel) throw new Error(`${plan.slug} needs an admin and a funnel`);

  const workers = users.filter((user) => user.role !== 'viewer');
  const leadContext = { company: plan, companyId, now, chance, funnels, keyIds: ids, workers };
  const made = Array.from({ length: plan.leads }, (_, index) =>
    makeLead({ ...leadContext, deriveAttribution: context.deriveAttribution }, index),
  );

  const byKey = Map.groupBy(made, ({ key }) => key);
  const uses = new Map(
    keyNames.map((key) => [
      key,
      (byKey.get(key) ?? []).map(({ lead }) => lead.createdAt.getTime()),
    ]),
  );
  const keyContext = {
    companyId,
    slug: plan.slug,
    now,
    createdBy: admin.id,
    firstFunnelId: firstFunnel.id,
    ids,
    secretFor: context.secretFor,
    uses,
  };

  return {
    companies: [{ id: companyId, applicationId, slug: plan.slug, name: plan.name, createdAt }],
    memberships: users.map(({ id: userId, role }) => ({
      applicationId,
      companyId,
      userId,
      role,
      createdAt,
    })),
    funnels: funnels.map(({ funnel }) => funnel),
    steps: funnels.flatMap(({ steps }) => steps),
    apiKeys: makeKeys(keyContext),
    apiKeyFunnels: makeKeyLimits(keyContext),
    keyUsage: makeUsage(keyContext),
    contacts: made.map(({ contact }) => contact),
    leads: made.map(({ lead }) => lead),
    leadEvents: made.flatMap(({ events }) => events),
  };
}
