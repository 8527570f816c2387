'use client';

import { useState } from 'react';

export interface SecretGuard {
  /** Call when the user has copied the secret or a snippet that contains it. */
  markCopied: () => void;
  /** Closes, after a confirmation if the secret was not copied. */
  requestClose: () => void;
  confirming: boolean;
  setConfirming: (confirming: boolean) => void;
  close: () => void;
}

/** @param close must remove the secret from memory */
export function useSecretGuard(close: () => void): SecretGuard {
  const [copied, setCopied] = useState(false);
  const [confirming, setConfirming] = useState(false);

  return {
    markCopied: () => setCopied(true),
    requestClose: () => (copied ? close() : setConfirming(true)),
    confirming,
    setConfirming,
    close,
  };
}
