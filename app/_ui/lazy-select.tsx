'use client';

import { type ComponentProps, useState } from 'react';
import { Select } from './field.tsx';

export interface LazySelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  value: string;
  /** Label of the empty value; absent where there must be one. */
  emptyLabel?: string;
}

interface Choices {
  /** Of this browser. */
  local: string[];
  all: string[];
}

interface ListProps extends LazySelectProps {
  list: () => Choices;
  nameOf: (value: string) => string;
}

/**
 * Hundreds of choices, those of this browser first, and the current one. They are listed once the control
 * is approached: to list and lay out so many takes a phone a quarter of a second.
 */
export function LazySelect({ value, emptyLabel, list, nameOf, ...rest }: ListProps) {
  const [choices, setChoices] = useState<Choices>();
  const { local, all } = choices ?? { local: [], all: [] };
  const others = local.filter((each) => each !== value);
  const listed = value && !all.includes(value) ? [value, ...all] : all;
  const approach = () => setChoices((known) => known ?? list());
  const option = (each: string) => (
    <option key={each} value={each}>
      {nameOf(each)}
    </option>
  );

  return (
    <Select value={value} onPointerEnter={approach} onFocus={approach} {...rest}>
      {emptyLabel && <option value="">{emptyLabel}</option>}
      {others.length > 0 && <optgroup label="This browser">{others.map(option)}</optgroup>}
      <optgroup label="All">{listed.filter((each) => !others.includes(each)).map(option)}</optgroup>
    </Select>
  );
}
