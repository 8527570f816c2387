'use client';

import { type ComponentProps, useSyncExternalStore } from 'react';
import { listTimeZones, localTimeZone } from '#db/values/time-zone-names.ts';
import { Select } from './field.tsx';
import { nameTimeZone } from './format.ts';

/** What a browser knows: the server may know others. Made once, so that it stays the same object. */
let known: { local: string; all: string[] } | undefined;

function readKnown() {
  known ??= { local: localTimeZone(), all: listTimeZones() };
  return known;
}

const never = () => () => {};
const onServer = { local: undefined, all: [] };

interface TimeZoneSelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  value: string;
  /** Label of the empty value; absent where there must be a time zone. */
  emptyLabel?: string;
}

/** The time zones that this browser knows, its own first, and the current one. */
export function TimeZoneSelect({ value, emptyLabel, ...rest }: TimeZoneSelectProps) {
  const { local, all } = useSyncExternalStore<{ local: string | undefined; all: string[] }>(
    never,
    readKnown,
    () => onServer,
  );
  const listed = value && !all.includes(value) ? [value, ...all] : all;

  return (
    <Select value={value} {...rest}>
      {emptyLabel && <option value="">{emptyLabel}</option>}
      {local && local !== value && (
        <optgroup label="This browser">
          <option value={local}>{nameTimeZone(local)}</option>
        </optgroup>
      )}
      <optgroup label="All">
        {listed
          .filter((each) => each === value || each !== local)
          .map((each) => (
            <option key={each} value={each}>
              {nameTimeZone(each)}
            </option>
          ))}
      </optgroup>
    </Select>
  );
}
