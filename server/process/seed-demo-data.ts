import type { Database } from '#db/client.ts';
import { demo } from '#db/seed/demo.ts';
import { seedDemo } from '#db/seed/seed-demo.ts';
import { demoSecret, hashSecret, secretHints } from '../services/api-keys/secret.ts';
import { deriveAttribution } from '../services/leads/derive-attribution.ts';
import { hashPassword } from '../services/users/password.ts';

/** Inserts the demo data with secrets that only this installation can print. */
export async function seedDemoData(db: Database, keyPepper: string): Promise<void> {
  await seedDemo(db, {
    passwordHash: await hashPassword(demo.password),
    secretFor: (purpose) => {
      const secret = demoSecret(keyPepper, purpose);
      return { hash: hashSecret(keyPepper, secret), ...secretHints(secret) };
    },
    deriveAttribution,
  });
}
