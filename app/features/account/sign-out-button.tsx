'use client';

import { signOut } from '#app/_trpc/session-end.ts';
import { Button } from '#app/_ui/button.tsx';
import { Toaster } from '#app/_ui/toaster.tsx';

/** For pages outside of the panel. */
export function SignOutButton({ userId }: { userId: string }) {
  return (
    <>
      <Button onClick={() => signOut(userId)}>Sign out</Button>
      <Toaster />
    </>
  );
}
