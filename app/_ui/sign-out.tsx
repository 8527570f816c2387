'use client';

import { signOut } from '#app/_trpc/session-end.ts';
import { Button } from './button.tsx';
import { Toaster } from './toaster.tsx';

/** For pages outside of the panel. */
export function SignOutButton({ userId }: { userId: string }) {
  return (
    <>
      <Button onClick={() => signOut(userId)}>Sign out</Button>
      <Toaster />
    </>
  );
}
