'use client';

import { listTimeZones, localTimeZone } from '#db/values/time-zone-names.ts';
import { nameTimeZone } from './format.ts';
import { LazySelect, type LazySelectProps } from './lazy-select.tsx';

const list = () => ({ local: [localTimeZone()], all: listTimeZones() });

/** The time zones that this browser knows. */
export function TimeZoneSelect(props: LazySelectProps) {
  return <LazySelect list={list} nameOf={nameTimeZone} {...props} />;
}
