import { expect, test } from 'vitest';
import { clientAddress, remoteAddress } from './client-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7, 10.0.0.1', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8:1:2::9]:51234', '2001:db8:1:2::/64'],
  ['anything else', 'unknown'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', 'unknown'],
])('%j counts as %j', (forwardedFor, address) => {
  expect(clientAddress(new Headers({ 'x-forwarded-for': forwardedFor }))).toBe(address);
});

test('without the header all clients count as one', () => {
  expect(clientAddress(new Headers())).toBe('unknown');
});

test.each([
  ['2001:DB8::9, 10.0.0.1', '2001:db8::9'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['', 'unknown'],
])('%j gives the remote address %j', (forwardedFor, address) => {
  expect(remoteAddress(new Headers({ 'x-forwarded-for': forwardedFor }))).toBe(address);
});
