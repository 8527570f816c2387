'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useAddress } from '#app/_ui/use-address.ts';
import { useCreatedKey } from './use-created-key.ts';

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
