'use client';

import { useState } from 'react';
import { useAddress } from '../../../_ui/use-address.ts';
import { type AuditFilters, readFilters } from './filters.ts';

/**
 * The filters, which stand in the address. It follows a moment after a choice, too late for the
 * controls: so what is chosen is kept here, until the address is changed by somebody else.
 */
export function useAuditFilters() {
  const [who, setWho] = useAddress('who');
  const [what, setWhat] = useAddress('what');
  const [from, setFrom] = useAddress('from');
  const address = [who, what, from].join();
  const [followed, setFollowed] = useState(address);
  const [filters, setChosen] = useState(() => readFilters({ who, what, from }));
  if (address !== followed) {
    setFollowed(address);
    setChosen(readFilters({ who, what, from }));
  }

  function setFilters(next: AuditFilters) {
    setChosen(next);
    setWho(next.who ?? '');
    setWhat(next.what === 'all' ? '' : next.what);
    setFrom(next.from ?? '');
  }

  return { filters, setFilters };
}
