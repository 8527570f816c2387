'use client';

import { useState } from 'react';

export interface SecretGuard {
  /** The person has the secret: copied, or a snippet with it. */
  take: () => void;
  /** Closes, or asks first while nobody has taken the secret. */
  requestClose: () => void;
  asking: boolean;
  setAsking: (asking: boolean) => void;
  close: () => void;
}

/** @param close has to wipe the secret */
export function useSecretGuard(close: () => void): SecretGuard {
  const [taken, setTaken] = useState(false);
  const [asking, setAsking] = useState(false);

  return {
    take: () => setTaken(true),
    requestClose: () => (taken ? close() : setAsking(true)),
    asking,
    setAsking,
    close,
  };
}
