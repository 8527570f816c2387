'use client';

import { useState } from 'react';
import { Button } from '../../_ui/button.tsx';
import { FormError } from '../../_ui/field.tsx';
import { reachable, unreachable } from './sign-in-form.tsx';

interface ProviderButtonProps {
  /** What people call the OpenID provider. */
  name: string;
  /** Where to go afterwards: a path of this origin. */
  back: string;
  /** Why the last attempt led back here; empty when there was none. */
  failure: string;
}

/** The way in through an OpenID provider, above the one by password. */
export function ProviderButton({ name, back, failure: before }: ProviderButtonProps) {
  const [failure, setFailure] = useState(before);
  const [pending, setPending] = useState(false);

  async function begin() {
    setFailure('');
    setPending(true);
    if (await reachable()) {
      const { signIn } = await import('next-auth/react');
      await signIn('oidc', { callbackUrl: back });
    } else {
      setFailure(unreachable);
    }
    /* Whoever comes back from there finds a button that works. */
    setPending(false);
  }

  return (
    <div className="grid gap-4">
      <FormError>{failure}</FormError>
      <Button onClick={begin} pending={pending} className="min-w-0">
        <span className="truncate">Continue with {name}</span>
      </Button>
      <p className="mb-4 flex items-center gap-3 text-fg-muted text-sm before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </p>
    </div>
  );
}
