'use client';

import { createContext, type ReactNode, use } from 'react';
import { type Role, roles } from '#db/values/access.ts';
import type { SessionView } from '#server/panel-api/schemas/session.ts';

const SessionContext = createContext<SessionView | null>(null);

interface SessionProviderProps {
  session: SessionView;
  children: ReactNode;
}

export function SessionProvider({ session, children }: SessionProviderProps) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The user and the company. Use it below `app/[company]/layout.tsx` only. */
export function useSession(): SessionView {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');

  return session;
}

/** Whether the user has at least `role`. For display only; the server checks permissions. */
export function useCan(role: Role): boolean {
  return roles.indexOf(useSession().company.role) >= roles.indexOf(role);
}
