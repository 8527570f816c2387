'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { useAddress } from '#app/_ui/address.ts';
import { pageOf, useOpenPage } from '#app/_ui/offline.tsx';
import { useSecretGuard } from '#app/_ui/use-secret-guard.ts';
import { useMarkCopied } from '#app/features/api-keys/secret-field.tsx';

/** `lk_7Qf2…9xKd`, as the panel shows a key. */
const hintOf = (secret: string) => `${secret.slice(0, 7)}…${secret.slice(-4)}`;

const isMissing = new Set(['NOT_FOUND', 'BAD_REQUEST']);

function problemOf(error: unknown): string {
  const { code, message } = readFailure(error);
  return isMissing.has(code ?? '')
    ? 'The key of this address does not exist, or was deleted.'
    : message;
}

/** A shorter text is still being typed. */
const secretLength = 41;

/**
 * The key to try: created here, pasted, or named in the address. Its secret is in the memory of this
 * page only.
 */
export function useKeyChoice() {
  const trpc = useTRPC();
  const [keyId, setKeyId] = useAddress('key');
  const created = useCreatedKey(setKeyId);
  const [pasted, paste] = useState('');
  const text = pasted.trim();
  const named = useQuery(trpc.apiKeys.get.queryOptions({ id: keyId }, { enabled: keyId !== '' }));
  const all = useQuery(trpc.apiKeys.list.queryOptions({ filter: 'all' }, { enabled: text !== '' }));
  const owner = all.data?.items.find(({ hint }) => hint === hintOf(text));
  const { issued } = created;

  return {
    apiKey: issued?.key ?? (text === '' ? named.data : owner),
    secret: issued?.secret ?? (text || undefined),
    /** The pasted secret belongs to no key of the company. */
    isForeign: !issued && text.length >= secretLength && all.isSuccess && !owner,
    /** Why the key in the address cannot be shown. */
    problem: !issued && named.isError && !named.data ? problemOf(named.error) : undefined,
    created,
    pasted,
    paste,
  };
}

export type KeyChoice = ReturnType<typeof useKeyChoice>;

/** What happens after a secret was left uncopied. */
type Next = 'back' | 'stay' | { path: string };

/**
 * A key created on this page. The secret exists only in the data of the mutation. Until it is copied,
 * Back, links, a reload and a closed tab have to be confirmed.
 */
function useCreatedKey(onCreated: (id: string) => void) {
  const client = useTRPCClient();
  const openPage = useOpenPage();
  const { timeZone } = useSession().company;
  const [isCopied, setCopied] = useState(false);
  const next = useRef<Next>('back');
  const create = useMutation({
    mutationFn: async (name: string) => {
      const { newKeyValues, settingsOf } = await import(
        '#app/features/api-keys/key-form-values.ts'
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
