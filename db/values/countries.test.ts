import { getCountries } from 'libphonenumber-js/max';
import { expect, it } from 'vitest';
import { countries, countryOfTimeZone, nameCountry } from './countries.ts';

it('are those whose numbering plan is known, but for two islands that have no code of their own', () => {
  expect(countries).toEqual(
    getCountries()
      .filter((code) => !['AC', 'TA'].includes(code))
      .sort(),
  );
});

it('have a name each', () => {
  expect(countries.filter((code) => nameCountry(code) === code)).toEqual([]);
  expect(nameCountry('BR')).toBe('Brazil');
});

it.each([
  ['America/Sao_Paulo', 'BR'],
  ['America/Argentina/Buenos_Aires', 'AR'],
  ['Asia/Kolkata', 'IN'],
  ['UTC', undefined],
])('the time zone %s is in %s', (timeZone, country) => {
  expect(countryOfTimeZone(timeZone)).toBe(country);
});
