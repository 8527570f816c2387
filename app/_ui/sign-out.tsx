'use client';

import { signOut } from '#app/_trpc/session-end.ts';
import { Button } from './button.tsx';

export function SignOutButton() {
  return <Button onClick={() => void signOut()}>Sign out</Button>;
}
