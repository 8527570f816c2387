'use client';

import { type ComponentProps, useState } from 'react';
import { listTimeZones, localTimeZone } from '#db/values/time-zone-names.ts';
import { Select } from './field.tsx';
import { nameTimeZone } from './format.ts';

interface TimeZoneSelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  value: string;
  /** Label of the empty value; absent where there must be a time zone. */
  emptyLabel?: string;
}

/**
 * The time zones that this browser knows, its own first, and the current one. They are listed once the
 * control is approached: to list and lay out hundreds of them takes a phone a quarter of a second.
 */
export function TimeZoneSelect({ value, emptyLabel, ...rest }: TimeZoneSelectProps) {
  const [{ local, all }, setKnown] = useState<{ local?: string; all: string[] }>({ all: [] });
  const listed = value && !all.includes(value) ? [value, ...all] : all;

  function list() {
    if (!local) setKnown({ local: localTimeZone(), all: listTimeZones() });
  }

  return (
    <Select value={value} onPointerEnter={list} onFocus={list} {...rest}>
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
