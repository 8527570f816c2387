'use client';

import { useEffect, useRef, useState } from 'react';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { copyText } from '#app/_ui/copy-text.ts';

/** Milliseconds. */
const shownFor = 2_000;

/** The id of the lead that was copied last, for as long as its card says so. */
export function useCopyId() {
  const announce = useAnnounce();
  const [copiedId, setCopiedId] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copyId(card: HTMLElement, id: string) {
    const isCopied = await copyText(id, card);
    announce(isCopied ? 'Lead ID copied' : "Not copied. The lead's address ends with its ID.");
    clearTimeout(timer.current);
    setCopiedId(isCopied ? id : undefined);
    timer.current = setTimeout(() => setCopiedId(undefined), shownFor);
  }

  return { copiedId, copyId };
}
