import { expect, test } from 'vitest';
import { callbackPath, safeBack, signInPath } from './sign-in.ts';

const origin = 'http://acme.localhost:3000';

test.each([
  ['/acme-sales/funnels?a=1#b', '/acme-sales/funnels?a=1#b'],
  [`${origin}/x`, '/x'],
  ['/sign-in', '/sign-in'],
  ['/a//b', '/a//b'],
  ['/x?to=//evil.example', '/x?to=//evil.example'],
  [undefined, '/'],
  ['', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['\\\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/x/..//evil.example', '/'],
  ['/x/../\\evil.example', '/'],
  ['/%2e//evil.example', '/'],
  ['/x/%2E%2e//evil.example', '/'],
  ['/.\\/evil.example', '/'],
  ['.//evil.example', '/'],
  [`${origin}//evil.example`, '/'],
  [`${origin}/.//evil.example`, '/'],
  ['https://evil.example/x', '/'],
  ['https://acme.localhost:3000/x', '/'],
  ['http://acme.localhost/x', '/'],
  ['http://acme.localhost:3000@evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['http://', '/'],
])('%j leads to %j', (wanted, path) => {
  expect(callbackPath(wanted, origin)).toBe(path);
  expect(new URL(path, origin).origin).toBe(origin);
});

test.each([
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

test('keeps the path to return to in the address of the sign-in page', () => {
  expect(signInPath('/acme-sales/funnels?a=1')).toBe(
    '/sign-in?callbackUrl=%2Facme-sales%2Ffunnels%3Fa%3D1',
  );
  expect(signInPath('//evil.test')).toBe('/sign-in');
});

test('names the end of the session', () => {
  expect(signInPath('/acme-sales/funnels?_rsc=1', true)).toBe(
    '/sign-in?callbackUrl=%2Facme-sales%2Ffunnels&ended=1',
  );
  expect(signInPath('/', true)).toBe('/sign-in?ended=1');
});
