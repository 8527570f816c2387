'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTRPCClient } from '#app/_trpc/client.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { useOpenPage } from '#app/_ui/open-page.ts';
import { pageOf } from '#app/_ui/page-of.ts';
import { useSecretGuard } from '#app/_ui/use-secret-guard.ts';
import { useMarkCopied } from '#app/[company]/settings/api-keys/use-mark-copied.ts';

/** What happens after a secret was left uncopied. */
type Next = 'back' | 'stay' | { path: string };

/**
 * A key created on this page. The secret exists only in the data of the mutation. Until it is copied,
 * Back, links, a reload and a closed tab have to be confirmed.
 */
export function useCreatedKey(onCreated: (id: string) => void) {
  const client = useTRPCClient();
  const openPage = useOpenPage();
  const { timeZone } = useSession().company;
  const [isCopied, setCopied] = useState(false);
  const next = useRef<Next>('back');
  const create = useMutation({
    mutationFn: async (name: string) => {
      const { newKeyValues, settingsOf } = await import(
        '#app/[company]/settings/api-keys/key-form-values.ts'
      );
      const clock = { now: new Date(), timeZone };
      return client.apiKeys.create.mutate(settingsOf({ ...newKeyValues, name }, null, clock));
    },
    gcTime: 0,
    onSuccess: ({ key }) => onCreated(key.id),
  });
  const markCopied = useMarkCopied();
  const issued = create.data;
  const isGuarded = issued !== undefined && !isCopied;
  const guard = useSecretGuard({
    isShown: isGuarded,
    onCopied: () => {
      setCopied(true);
      if (issued) markCopied.mutate({ id: issued.key.id });
    },
    onClose: () => {
      if (isGuarded) leaveAfterwards(next.current);
      setCopied(false);
      create.reset();
    },
  });

  /** The guard first removes its own entry of the history. */
  function leaveAfterwards(to: Next) {
    next.current = 'back';
    if (to === 'stay') return;
    const leave = () => (to === 'back' ? window.history.back() : openPage(to.path));
    window.addEventListener('popstate', leave, { once: true, capture: true });
  }

  const { setConfirming } = guard;
  useEffect(() => {
    if (!isGuarded) return undefined;

    function hold(event: MouseEvent) {
      const path = pageOf(event);
      if (!path) return;
      event.preventDefault();
      next.current = { path };
      setConfirming(true);
    }
    document.addEventListener('click', hold, true);
    return () => document.removeEventListener('click', hold, true);
  }, [isGuarded, setConfirming]);

  return {
    create,
    issued,
    markCopied: guard.markCopied,
    /** Removes the secret, to use another key. */
    discard: () => {
      next.current = 'stay';
      guard.requestClose();
    },
    confirming: guard.confirming,
    confirmLeaving: guard.close,
    stay: () => {
      next.current = 'back';
      setConfirming(false);
    },
  };
}
