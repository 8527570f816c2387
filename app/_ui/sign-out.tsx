'use client';

import { Button } from './button.tsx';

/** Ends the session. next-auth is loaded only now: it is large, and needed once. */
export async function leave(): Promise<void> {
  const { signOut } = await import('next-auth/react');

  await signOut({ callbackUrl: '/sign-in' });
}

export function SignOutButton() {
  return <Button onClick={() => void leave()}>Sign out</Button>;
}
