'use client';

import { countries, isCountry, nameCountry } from '#db/values/countries.ts';
import { LazySelect, type LazySelectProps } from './lazy-select.tsx';

/** The countries of the languages that the user prefers, such as `pt-BR`. */
const localCountries = () => [
  ...new Set(
    navigator.languages.flatMap((language) => {
      const { region } = new Intl.Locale(language);
      return region && isCountry(region) ? [region] : [];
    }),
  ),
];

const collator = new Intl.Collator('en');
const list = () => ({
  local: localCountries(),
  all: countries.toSorted((a, b) => collator.compare(nameCountry(a), nameCountry(b))),
});

/** Countries by name. The value is a code of ISO 3166, such as `BR`. */
export function CountrySelect(props: LazySelectProps) {
  return <LazySelect list={list} nameOf={nameCountry} {...props} />;
}
