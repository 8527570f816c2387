import { randomBytes } from 'node:crypto';
import type { Database } from '#db/client.ts';
import { createApiKey } from '#db/factories/api-keys.ts';
import { createApplication, createCompany } from '#db/factories/applications.ts';
import { createFunnel, createStep } from '#db/factories/funnels.ts';
import { createLead } from '#db/factories/leads.ts';
import { createMember, createUser } from '#db/factories/users.ts';
import type { Role } from '#db/values/access.ts';
import type { UserActor } from '../services/actor.ts';

export const keyPepper = 'a pepper for tests, long enough to be one';

type KeyOverrides = Partial<Parameters<typeof createApiKey>[1]>;

/** A key whose secret nobody knows. */
export const createTestKey = (db: Database, companyId: string, overrides: KeyOverrides = {}) =>
  createApiKey(db, {
    companyId,
    secretHash: randomBytes(32),
    prefix: 'lk_abcd',
    last4: 'wxyz',
    ...overrides,
  });

/** A member of a new company, or of the one given. */
export async function createTestActor(
  db: Database,
  { applicationId, companyId, role }: { applicationId: string; companyId: string; role: Role },
): Promise<UserActor> {
  const user = await createUser(db, { applicationId, passwordHash: 'none' });
  await createMember(db, { applicationId, companyId, userId: user.id, role });

  return {
    kind: 'user',
    userId: user.id,
    name: user.name,
    applicationId,
    companyId,
    role,
    address: '203.0.113.9',
  };
}

export type Content = Awaited<ReturnType<typeof createContent>>;

/** A new company with one of everything. */
export async function createContent(db: Database, applicationId: string) {
  const company = await createCompany(db, { applicationId });
  const companyId = company.id;
  const funnel = await createFunnel(db, { companyId });
  const step = await createStep(db, { companyId, funnelId: funnel.id });
  const otherStep = await createStep(db, { companyId, funnelId: funnel.id });
  const lead = await createLead(db, { companyId, stepId: step.id });
  const key = await createTestKey(db, companyId);
  const inactiveKey = await createTestKey(db, companyId, {
    deactivatedAt: new Date(Date.now() - 60_000),
  });

  return { company, companyId, funnel, step, otherStep, lead, key, inactiveKey };
}

/** Somebody at work in a company of theirs, beside another company of the same application. */
export async function createNeighbours(db: Database, role: Role) {
  const { id: applicationId } = await createApplication(db);
  const content = await createContent(db, applicationId);
  const foreign = await createContent(db, applicationId);
  const actor = await createTestActor(db, { applicationId, companyId: content.companyId, role });

  return { actor, content, foreign };
}
