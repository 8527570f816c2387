import type { Database } from '#db/client.ts';
import { createApplication, createCompany, createHost } from '#db/factories/applications.ts';
import { createFunnel, createStep } from '#db/factories/funnels.ts';
import type { SystemActor } from '../services/actor.ts';
import { createTestActor } from './content.ts';
import { createKnownKey } from './known-key.ts';
import { panelCaller } from './panel-caller.ts';

/** A new company with steps that take leads and a key that may create them. */
export async function intakeFixture(db: Database) {
  const { id: applicationId } = await createApplication(db);
  const { host } = await createHost(db, { applicationId });
  const { id: companyId, slug } = await createCompany(db, { applicationId });
  const { id: funnelId } = await createFunnel(db, { companyId });
  const newStep = async () => (await createStep(db, { companyId, funnelId })).id;
  const newAdmin = () => createTestActor(db, { applicationId, companyId, role: 'admin' });
  const newKey = () => createKnownKey(db, companyId);
  const actor: SystemActor = { kind: 'system', name: 'Test', companyId };

  return {
    host,
    companyId,
    /** The panel of any of the processes, as an admin of the company. */
    panel: await panelCaller({ host, slug, claims: await newAdmin() }),
    actor,
    funnelId,
    stepId: await newStep(),
    secret: (await newKey()).secret,
    newStep,
    newKey,
  };
}

export type IntakeFixture = Awaited<ReturnType<typeof intakeFixture>>;
