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

/**
 * Calls `onPop` before the router hears of the event, which would show the address of the entry.
 *
 * @returns how to stop
 */
function interceptPop(onPop: () => void): () => void {
  function intercept(event: PopStateEvent) {
    event.stopImmediatePropagation();
    onPop();
  }
  window.addEventListener('popstate', intercept, true);

  return () => window.removeEventListener('popstate', intercept, true);
}

/** Removes the last entry of the history, and keeps its address: the query may have changed meanwhile. */
function removeEntry(): void {
  const { href } = window.location;
  const stop = interceptPop(() => {
    stop();
    if (window.location.href !== href) window.history.replaceState(null, '', href);
  });
  window.history.back();
}

/** Gives what is shown an entry in the history, so that Back asks to close it and leaves no page. */
function useHistoryEntry(isActive: boolean, onBack: () => void): void {
  const onBackNow = useEffectEvent(onBack);

  useEffect(() => {
    if (!isActive) return undefined;

    const { pathname } = window.location;
    let isReturning = false;
    window.history.pushState(null, '', window.location.href);
    const stop = interceptPop(() => {
      isReturning = !isReturning;
      if (!isReturning) return;
      window.history.forward();
      onBackNow();
    });
    return () => {
      stop();
      if (window.location.pathname === pathname) removeEntry();
    };
  }, [isActive]);
}

/** Protects a secret that is shown once from being closed, left or reloaded before it was copied. */
export function useSecretGuard({ isShown, onClose, onCopied }: SecretGuardOptions): SecretGuard {
  const [copied, setCopied] = useState(false);
  const [confirming, setConfirming] = useState(false);
  function close() {
    setCopied(false);
    setConfirming(false);
    onClose();
  }
  const requestClose = () => (copied ? close() : setConfirming(true));
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
    close,
  };
}
