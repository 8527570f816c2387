'use client';

import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import {
  emptyAddress,
  isGivenIn,
  type LeadsAddress,
  malformedIn,
  readAddress,
  writeAddress,
} from '#server/panel-api/schemas/leads-address.ts';

/** Parameters that are not the list's, as the open lead. */
function otherParams(): URLSearchParams {
  const params = new URLSearchParams(location.search);
  for (const name of Object.keys(emptyAddress)) params.delete(name);
  return params;
}

/**
 * What the list shows, kept in the address. The address changes too late for controlled inputs, so
 * it is also kept as state until the address changes in another way.
 */
export function useLeadsAddress() {
  const params = useSearchParams();
  const query = writeAddress(readAddress(params));
  const [seen, setSeen] = useState(query);
  const [address, setState] = useState(() => readAddress(params));
  if (query !== seen) {
    setSeen(query);
    setState(readAddress(params));
  }

  function setAddress(next: LeadsAddress): void {
    setState(next);
    const all = [writeAddress(next), otherParams().toString()].filter(Boolean).join('&');
    history.replaceState(null, '', all ? `?${all}` : location.pathname);
  }

  return { address, isGiven: isGivenIn(params), malformed: malformedIn(params), setAddress };
}
