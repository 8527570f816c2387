import type { Database } from '#db/client.ts';
import { createApiKey } from '#db/factories/api-keys.ts';
import { generateSecret, hashSecret, secretHints } from '../services/api-keys/secret.ts';
import { testSecrets } from './start-leadgate.ts';

type KeyColumns = Omit<
  Parameters<typeof createApiKey>[1],
  'companyId' | 'secretHash' | 'prefix' | 'last4'
>;

/** A key that a served process knows, with its secret. */
export async function createKnownKey(
  db: Database,
  companyId: string,
  columns: KeyColumns = {},
): Promise<{ id: string; secret: string }> {
  const secret = generateSecret();
  const { id } = await createApiKey(db, {
    companyId,
    secretHash: hashSecret(testSecrets.KEY_PEPPER, secret),
    ...secretHints(secret),
    ...columns,
  });

  return { id, secret };
}
