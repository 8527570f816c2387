'use client';

import { useState } from 'react';

export interface SecretGuard {
  /** Call when the user has copied the secret or a snippet that contains it. */
  markCopied: () => void;
  /** Closes, but asks first if the secret was not copied. */
  requestClose: () => void;
  asking: boolean;
  setAsking: (asking: boolean) => void;
  close: () => void;
}

/** @param close must remove the secret from memory */
export function useSecretGuard(close: () => void): SecretGuard {
  const [copied, setCopied] = useState(false);
  const [asking, setAsking] = useState(false);

  return {
    markCopied: () => setCopied(true),
    requestClose: () => (copied ? close() : setAsking(true)),
    asking,
    setAsking,
    close,
  };
}
