import type { JWT } from 'next-auth/jwt';
import { getRuntime } from '../runtime.ts';
import { recordSession } from '../services/audit/record-session.ts';
import { remoteAddress } from './client-address.ts';

/**
 * Notes in the audit log who goes. Who comes is noted with what lets them in: next-auth would begin
 * a session although an event failed.
 */
export async function noteSignOut(token: JWT | null, headers: Headers): Promise<void> {
  if (!token) return;

  const { panel } = getRuntime();
  const { userId } = token;
  await recordSession(panel.db, 'session.signOut', { userId, address: remoteAddress(headers) });
}
