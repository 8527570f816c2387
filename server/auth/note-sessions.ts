import type { EventCallbacks } from 'next-auth';
import { getRuntime } from '../runtime.ts';
import { noteSession } from '../services/audit/note-session.ts';
import { remoteAddress } from './client-address.ts';

/** Notes in the audit log who comes and goes, by whichever way they came. */
export function noteSessions(headers: Headers): Partial<EventCallbacks> {
  const { db } = getRuntime().panel;
  const address = remoteAddress(headers);

  return {
    signIn: ({ user }) => noteSession(db, 'session.signIn', { userId: user.id, address }),
    signOut: async ({ token }) => {
      if (token) await noteSession(db, 'session.signOut', { userId: token.userId, address });
    },
  };
}
