import { expect, test } from 'vitest';
import { callbackPath } from './sign-in.ts';

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
