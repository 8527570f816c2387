import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { recoveryCodes } from '#db/schema/applications.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-code.ts';

/** Gives ten new recovery codes, the only time they can be read; those of before are gone. */
export async function replaceRecoveryCodes(
  db: Pick<Database, 'delete' | 'insert'>,
  userId: string,
  keyPepper: string,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const rows = codes.map((code) => ({
    userId,
    codeHash: hashRecoveryCode(keyPepper, userId, code),
  }));
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.insert(recoveryCodes).values(rows);

  return codes;
}
