'use client';

import { signOut } from '#app/_trpc/session-end.ts';
import { Button } from './button.tsx';
import { Toaster } from './toaster.tsx';

/** For pages outside of the panel. */
export function SignOutButton() {
  return (
    <>
      <Button onClick={signOut}>Sign out</Button>
      <Toaster />
    </>
  );
}
