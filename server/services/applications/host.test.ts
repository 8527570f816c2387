import { expect, test } from 'vitest';
import { normalizeHost } from './host.ts';

test.each([
  ['acme.localhost', 'acme.localhost'],
  ['ACME.Localhost', 'acme.localhost'],
  ['acme.localhost:3000', 'acme.localhost'],
  ['acme.localhost:', 'acme.localhost'],
  ['acme.localhost.', 'acme.localhost'],
  ['acme.localhost.:3000', 'acme.localhost'],
  ['acme.localhost..', 'acme.localhost.'],
  ['[::1]', '[::1]'],
  ['[::1]:3000', '[::1]'],
  ['[FE80::A]:80', '[fe80::a]'],
  ['127.0.0.1:3000', '127.0.0.1'],
  [' localhost ', 'localhost'],
  ['a'.repeat(253), 'a'.repeat(253)],
  [`${'a'.repeat(253)}.:3000`, 'a'.repeat(253)],
  ['a'.repeat(254), ''],
  ['', ''],
])('%j becomes %j', (header, host) => {
  expect(normalizeHost(header)).toBe(host);
});
