'use client';

import { Button } from './_ui/button.tsx';
import { leave } from './_ui/sign-out.ts';

export function SignOutButton() {
  return <Button onClick={() => void leave()}>Sign out</Button>;
}
