import type { Database } from '#db/client.ts';
import { createApplication, createCompany, createHost } from '#db/factories/applications.ts';
import { createFunnel, createStep } from '#db/factories/funnels.ts';
import type { SystemActor } from '../services/actor.ts';
import { createKnownKey } from './known-key.ts';

/** A new company with steps that take leads and a key that may create them. */
export async function intakeFixture(db: Database) {
  const { id: applicationId } = await createApplication(db);
  const { host } = await createHost(db, { applicationId });
  const { id: companyId } = await createCompany(db, { applicationId });
  const { id: funnelId } = await createFunnel(db, { companyId });
  const newStep = async () => (await createStep(db, { companyId, funnelId })).id;
  const newKey = () => createKnownKey(db, companyId);
  const actor: SystemActor = { kind: 'system', name: 'Test', companyId };

  return {
    host,
    companyId,
    actor,
    stepId: await newStep(),
    secret: (await newKey()).secret,
    newStep,
    newKey,
  };
}

export type IntakeFixture = Awaited<ReturnType<typeof intakeFixture>>;
