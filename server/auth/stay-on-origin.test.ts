import { expect, test } from 'vitest';
import { stayOnOrigin } from './stay-on-origin.ts';

const origin = 'http://acme.localhost:3000';

test.each([
  ['/acme-sales/funnels?a=1', `${origin}/acme-sales/funnels?a=1`],
  [`${origin}/x`, `${origin}/x`],
  ['//evil.example', origin],
  ['/\\evil.example', origin],
  ['/\t/evil.example', origin],
  ['https://evil.example/x', origin],
  ['https://acme.localhost:3000/x', origin],
  ['http://acme.localhost:3000@evil.example', origin],
  ['javascript:alert(1)', origin],
  ['http://', origin],
])('%j leads to %j', (wanted, target) => {
  expect(stayOnOrigin(wanted, origin)).toBe(target);
});
