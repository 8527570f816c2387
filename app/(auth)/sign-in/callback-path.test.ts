import { expect, it } from 'vitest';
import { safeBack, signInPath } from './callback-path.ts';

it.each([
  ['/acme-sales/funnels', '/acme-sales/funnels'],
  [
    '/acme-sales/settings/api-keys?status=inactive',
    '/acme-sales/settings/api-keys?status=inactive',
  ],
  [undefined, '/'],
  ['', '/'],
  ['//evil.test', '/'],
  ['/\\evil.test', '/'],
  ['/\t/evil.test', '/'],
  ['/.//evil.test', '/'],
  ['https://evil.test/', '/'],
  ['javascript:alert(1)', '/'],
  ['/sign-in?callbackUrl=/sign-in', '/'],
  ['/acme-sales/funnels?_rsc=1x2y3', '/acme-sales/funnels'],
  ['/acme-sales/funnels?show=archived&_rsc=1x2y3', '/acme-sales/funnels?show=archived'],
])('%j becomes %s', (path, back) => {
  expect(safeBack(path)).toBe(back);
});

it('keeps the path to return to in the address of the sign-in page', () => {
  expect(signInPath('/acme-sales/funnels?a=1')).toBe(
    '/sign-in?callbackUrl=%2Facme-sales%2Ffunnels%3Fa%3D1',
  );
  expect(signInPath('//evil.test')).toBe('/sign-in');
});

it('names the end of the session', () => {
  expect(signInPath('/acme-sales/funnels?_rsc=1', true)).toBe(
    '/sign-in?callbackUrl=%2Facme-sales%2Ffunnels&ended=1',
  );
  expect(signInPath('/', true)).toBe('/sign-in?ended=1');
});
