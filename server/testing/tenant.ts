import { randomUUID } from 'node:crypto';
import type { Database } from '#db/client.ts';
import { createApiKey } from '#db/factories/api-keys.ts';
import { createApplication, createCompany, createHost } from '#db/factories/applications.ts';
import { createFunnel, createStep } from '#db/factories/funnels.ts';
import { createLead } from '#db/factories/leads.ts';
import { createMember, createSession, createUser } from '#db/factories/users.ts';
import type { Role } from '#db/values/access.ts';
import type { SystemActor, UserActor } from '../services/actor.ts';
import { generateSecret, hashSecret, secretHints } from '../services/api-keys/secret.ts';
import type { SessionClaims } from '../services/session/session-claims.ts';
import { panelCaller } from './panel-caller.ts';
import { keyPepper } from './secrets.ts';

type KeyColumns = Partial<Parameters<typeof createApiKey>[1]>;
type StepColumns = Partial<Parameters<typeof createStep>[1]>;

/** A key, with its secret. */
export async function createKey(db: Database, companyId: string, columns: KeyColumns = {}) {
  const secret = generateSecret();
  const key = await createApiKey(db, {
    companyId,
    secretHash: hashSecret(keyPepper, secret),
    ...secretHints(secret),
    ...columns,
  });

  return { ...key, secret };
}

/** As a new company has them. */
export const companySettings = {
  name: 'Acme',
  timeZone: 'UTC',
  country: null,
  currency: null,
  agentsSee: 'all',
  contactTarget: 60,
  bodyRetentionDays: 30,
} as const;

/** A member of a company with a session. */
export type Member = UserActor & SessionClaims;

async function createActor(
  db: Database,
  { applicationId, companyId, role }: { applicationId: string; companyId: string; role: Role },
): Promise<Member> {
  const { id: userId, name } = await createUser(db, { applicationId, passwordHash: 'none' });
  await createMember(db, { applicationId, companyId, userId, role });
  const { id: sessionId } = await createSession(db, { userId });

  return {
    kind: 'user',
    sessionId,
    userId,
    name,
    applicationId,
    companyId,
    role,
    sees: 'all',
    address: '203.0.113.9',
  };
}

export type Tenant = Awaited<ReturnType<typeof createTenant>>;

/** A company that takes leads: a step of a funnel, a key for it, and a host of its application. */
export async function createTenant(
  db: Database,
  given: { applicationId?: string; host?: string } = {},
) {
  const applicationId = given.applicationId ?? (await createApplication(db)).id;
  const { host } = await createHost(db, { applicationId, ...(given.host && { host: given.host }) });
  const company = await createCompany(db, { applicationId });
  const companyId = company.id;
  const funnel = await createFunnel(db, { companyId });
  const newStep = (columns: StepColumns = {}) =>
    createStep(db, { companyId, funnelId: funnel.id, ...columns });
  const newKey = (columns?: KeyColumns) => createKey(db, companyId, columns);
  const newMember = (role: Role) => createActor(db, { applicationId, companyId, role });
  const system: SystemActor = { kind: 'system', name: 'Test', companyId };
  const step = await newStep();
  const key = await newKey();

  return {
    applicationId,
    host,
    company,
    companyId,
    funnel,
    step,
    stepId: step.id,
    key,
    secret: key.secret,
    system,
    /** In the funnel, unless another one is given. */
    newStep,
    newKey,
    newMember,
    /** The panel as a new admin of the company uses it over HTTP. */
    newPanel: async () =>
      panelCaller({ host, slug: company.slug, claims: await newMember('admin') }),
  };
}

export type FullTenant = Awaited<ReturnType<typeof createFullTenant>>;

/** A tenant with one of everything. */
export async function createFullTenant(
  db: Database,
  given?: { applicationId?: string; host?: string },
) {
  const tenant = await createTenant(db, given);
  const { companyId, stepId } = tenant;
  const otherStep = await tenant.newStep();
  const lead = await createLead(db, { companyId, stepId });
  const test = await createLead(db, { companyId, stepId, origin: 'test' });
  const colleague = await tenant.newMember('agent');
  const inactiveKey = await tenant.newKey({ deactivatedAt: new Date(Date.now() - 60_000) });

  return { ...tenant, otherStep, lead, test, inactiveKey, colleague };
}

/** A member of a tenant, beside another tenant of the same application. */
export async function createTenants(db: Database, role: Role) {
  const tenant = await createFullTenant(db);
  const foreign = await createFullTenant(db, { applicationId: tenant.applicationId });

  return { actor: await tenant.newMember(role), tenant, foreign };
}

export type ContractTenant = Awaited<ReturnType<typeof createContractTenant>>;

/** A tenant with keys in every state and steps of every kind that no key of it may fill. */
export async function createContractTenant(db: Database) {
  const past = new Date(Date.now() - 60_000);
  const ahead = new Date(Date.now() + 3_600_000);
  const tenant = await createTenant(db);
  const { applicationId, companyId, funnel, step } = tenant;
  const second = await createFunnel(db, { companyId });
  const archived = await createFunnel(db, { companyId, archivedAt: past });
  const colleague = await createTenant(db, { applicationId });
  const stranger = await createTenant(db);
  const secret = async (columns: KeyColumns) => (await tenant.newKey(columns)).secret;

  return {
    ...tenant,
    otherHost: stranger.host,
    ownLead: await createLead(db, tenant),
    colleaguesLead: await createLead(db, colleague),
    secondStepId: (await tenant.newStep({ funnelId: second.id })).id,
    stepsNotFound: {
      unknown: randomUUID(),
      malformed: 'junk',
      'NUL, encoded': '%00',
      'dots and a slash, encoded': '..%2f',
      'half an escape': '%zz',
      'four kilobytes long': 'x'.repeat(4_096),
      archived: (await tenant.newStep({ archivedAt: past })).id,
      'of an archived funnel': (await tenant.newStep({ funnelId: archived.id })).id,
      "another company's": colleague.stepId,
      "another application's": stranger.stepId,
    },
    secrets: {
      good: tenant.secret,
      expiring: await secret({ expiresAt: ahead }),
      retiring: await secret({ deactivatedAt: ahead }),
      inactive: await secret({ deactivatedAt: past }),
      inactiveAndExpired: await secret({ deactivatedAt: past, expiresAt: past }),
      deleted: await secret({ deletedAt: past }),
      expired: await secret({ expiresAt: past }),
      powerless: await secret({ permissions: [] }),
      limitedToStep: await secret({ stepIds: [step.id] }),
      limitedToFunnel: await secret({ funnelIds: [funnel.id] }),
      reading: await secret({ permissions: ['leads:read'] }),
      readingLimited: await secret({ permissions: ['leads:read'], stepIds: [step.id] }),
      unknown: generateSecret(),
    },
  };
}
