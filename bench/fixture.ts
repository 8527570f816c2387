import { type Database, openPool } from '#db/client.ts';
import { createApiKey } from '#db/factories/api-keys.ts';
import { createApplication, createCompany, createHost } from '#db/factories/applications.ts';
import { createFunnel, createStep } from '#db/factories/funnels.ts';
import { stepsPerFunnel } from '#db/values/limits.ts';
import { generateSecret, hashSecret, secretHints } from '#server/services/api-keys/secret.ts';
import { keyPepper } from './secrets.ts';

/** A key and a step of its company. */
export interface Address {
  stepId: string;
  apiKeyId: string;
  secret: string;
}

export interface Fixture {
  companyId: string;
  companySlug: string;
  funnelIds: string[];
  addresses: Address[];
}

const howMany = 64;

async function plantKey(db: Database, companyId: string) {
  const secret = generateSecret();
  const key = await createApiKey(db, {
    companyId,
    secretHash: hashSecret(keyPepper, secret),
    ...secretHints(secret),
  });
  return { apiKeyId: key.id, secret };
}

/** One company with 64 steps, in as few funnels as may hold them, and 64 keys. */
export async function plantFixture(databaseUrl: string): Promise<Fixture> {
  const pool = openPool(databaseUrl, { name: 'bench', connections: 1, statementTimeout: 60_000 });
  const { db } = pool;
  try {
    const { id: applicationId } = await createApplication(db);
    await createHost(db, { applicationId, host: '*' });
    const { id: companyId, slug } = await createCompany(db, { applicationId, slug: 'bench' });

    const fixture: Fixture = { companyId, companySlug: slug, funnelIds: [], addresses: [] };
    let funnelId = '';
    for (let at = 0; at < howMany; at += 1) {
      if (at % stepsPerFunnel === 0) {
        funnelId = (await createFunnel(db, { companyId })).id;
        fixture.funnelIds.push(funnelId);
      }
      const step = await createStep(db, { companyId, funnelId });
      fixture.addresses.push({ stepId: step.id, ...(await plantKey(db, companyId)) });
    }
    return fixture;
  } finally {
    await pool.close();
  }
}
