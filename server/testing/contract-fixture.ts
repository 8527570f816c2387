import { randomUUID } from 'node:crypto';
import type { Database } from '#db/client.ts';
import { createApplication, createCompany, createHost } from '#db/factories/applications.ts';
import { createFunnel, createStep } from '#db/factories/funnels.ts';
import { generateSecret } from '../services/api-keys/secret.ts';
import { createKnownKey } from './known-key.ts';

async function key(...given: Parameters<typeof createKnownKey>): Promise<string> {
  return (await createKnownKey(...given)).secret;
}

const past = new Date(Date.now() - 60_000);
const ahead = new Date(Date.now() + 3_600_000);

/** Two applications, A with companies A1 and A2, and A1's keys in every state. */
export async function contractFixture(db: Database) {
  const a = await createApplication(db);
  const b = await createApplication(db);
  const { host } = await createHost(db, { applicationId: a.id });
  const otherHost = (await createHost(db, { applicationId: b.id })).host;
  const a1 = await createCompany(db, { applicationId: a.id });
  const a2 = await createCompany(db, { applicationId: a.id });
  const companyId = a1.id;
  const funnel = await createFunnel(db, { companyId });
  const step = await createStep(db, { companyId, funnelId: funnel.id });
  const secondFunnel = await createFunnel(db, { companyId });
  const secondStep = await createStep(db, { companyId, funnelId: secondFunnel.id });
  const archivedFunnel = await createFunnel(db, { companyId, archivedAt: past });
  const foreignFunnel = await createFunnel(db, { companyId: a2.id });
  const b1 = await createCompany(db, { applicationId: b.id });
  const funnelOfB = await createFunnel(db, { companyId: b1.id });

  return {
    host,
    otherHost,
    companyId,
    stepId: step.id,
    secondStepId: secondStep.id,
    stepsNotFound: {
      unknown: randomUUID(),
      malformed: 'junk',
      'NUL, encoded': '%00',
      'dots and a slash, encoded': '..%2f',
      'half an escape': '%zz',
      'four kilobytes long': 'x'.repeat(4_096),
      archived: (await createStep(db, { companyId, funnelId: funnel.id, archivedAt: past })).id,
      'of an archived funnel': (await createStep(db, { companyId, funnelId: archivedFunnel.id }))
        .id,
      "another company's": (await createStep(db, { companyId: a2.id, funnelId: foreignFunnel.id }))
        .id,
      "another application's": (await createStep(db, { companyId: b1.id, funnelId: funnelOfB.id }))
        .id,
    },
    secrets: {
      good: await key(db, companyId),
      expiring: await key(db, companyId, { expiresAt: ahead }),
      retiring: await key(db, companyId, { deactivatedAt: ahead }),
      inactive: await key(db, companyId, { deactivatedAt: past }),
      inactiveAndExpired: await key(db, companyId, { deactivatedAt: past, expiresAt: past }),
      deleted: await key(db, companyId, { deletedAt: past }),
      expired: await key(db, companyId, { expiresAt: past }),
      powerless: await key(db, companyId, { permissions: [] }),
      limitedToStep: await key(db, companyId, { stepIds: [step.id] }),
      limitedToFunnel: await key(db, companyId, { funnelIds: [funnel.id] }),
      unknown: generateSecret(),
    },
  };
}

export type ContractFixture = Awaited<ReturnType<typeof contractFixture>>;
