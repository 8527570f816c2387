'use client';

import { signOut } from 'next-auth/react';
import { Button } from './_ui/button.tsx';

export function SignOutButton() {
  return <Button onClick={() => void signOut({ callbackUrl: '/sign-in' })}>Sign out</Button>;
}
