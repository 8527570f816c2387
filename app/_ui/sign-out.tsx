'use client';

import { announceSession } from '#app/_trpc/session-end.ts';
import { Button } from './button.tsx';

/** Ends the session. Imports next-auth only now, because it is large. */
export async function endSession(): Promise<void> {
  const { signOut } = await import('next-auth/react');

  await signOut({ redirect: false });
  announceSession('ended');
  location.assign('/sign-in');
}

export function SignOutButton() {
  return <Button onClick={() => void endSession()}>Sign out</Button>;
}
