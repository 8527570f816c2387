'use client';

import { useEffect, useEffectEvent, useState } from 'react';

export interface SecretGuard {
  /** Call when the user has copied the secret or a snippet that contains it. */
  markCopied: () => void;
  /** Closes, after a confirmation if the secret was not copied. */
  requestClose: () => void;
  confirming: boolean;
  setConfirming: (confirming: boolean) => void;
  close: () => void;
}

interface SecretGuardOptions {
  /** Whether the secret is on the screen. */
  isShown: boolean;
  /** Must remove the secret from memory. */
  onClose: () => void;
  onCopied?: () => void;
}

/** While a secret is shown that was not copied, the browser asks before it leaves the page. */
function useLeaveConfirmation(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return undefined;

    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isActive]);
}

/** Gives what is shown an entry in the history, so that Back asks to close it and leaves no page. */
function useHistoryEntry(isActive: boolean, onBack: () => void): void {
  const onBackNow = useEffectEvent(onBack);

  useEffect(() => {
    if (!isActive) return undefined;

    const add = () => window.history.pushState(null, '', window.location.href);
    const back = () => {
      add();
      onBackNow();
    };
    add();
    window.addEventListener('popstate', back);
    return () => {
      window.removeEventListener('popstate', back);
      window.history.back();
    };
  }, [isActive]);
}

/** Protects a secret that is shown once from being closed, left or reloaded before it was copied. */
export function useSecretGuard({ isShown, onClose, onCopied }: SecretGuardOptions): SecretGuard {
  const [copied, setCopied] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const requestClose = () => (copied ? onClose() : setConfirming(true));
  useLeaveConfirmation(isShown && !copied);
  useHistoryEntry(isShown, requestClose);

  return {
    markCopied: () => {
      if (!copied) onCopied?.();
      setCopied(true);
    },
    requestClose,
    confirming,
    setConfirming,
    close: onClose,
  };
}
