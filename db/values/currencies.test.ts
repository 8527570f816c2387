import { expect, it } from 'vitest';
import { countries } from './countries.ts';
import { currencies, currencyOf } from './currencies.ts';

it('knows the currency of every country, and only currencies of ISO 4217', () => {
  const known = new Set(Intl.supportedValuesOf('currency'));
  expect(currencies.filter((currency) => !known.has(currency))).toEqual([]);

  const used = new Set(countries.map((country) => currencyOf({ currency: null, country })));
  expect(used).toEqual(new Set(currencies));
  expect(currencyOf({ currency: null, country: 'BR' })).toBe('BRL');
});

it('uses what the company has chosen, and US dollars where nothing is known', () => {
  expect(currencyOf({ currency: 'EUR', country: 'BR' })).toBe('EUR');
  expect(currencyOf({ currency: null, country: null })).toBe('USD');
});
