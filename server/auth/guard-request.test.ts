import { expect, test } from 'vitest';
import { isFromElsewhere, refusalOf } from './guard-request.ts';

const own = 'http://acme.localhost:3000';
const post = (headers: Record<string, string>, method = 'POST') =>
  refusalOf(
    new Request(own, {
      method,
      headers: { host: 'acme.localhost:3000', 'content-length': '10', ...headers },
    }),
  )?.status;

test.each<[string, Record<string, string>, number | undefined]>([
  ['from this origin', { origin: own }, undefined],
  ['with the host in capitals', { origin: own, host: 'ACME.localhost:3000' }, undefined],
  ['from a program, without Origin', {}, undefined],
  ['from another site', { origin: 'https://evil.example' }, 403],
  [
    'from https where the proxy is not trusted',
    { origin: 'https://acme.localhost:3000' },
    undefined,
  ],
  [
    'over https',
    { origin: 'https://acme.localhost:3000', 'x-forwarded-proto': 'https' },
    undefined,
  ],
  ['over https, from a page over http', { origin: own, 'x-forwarded-proto': 'https' }, 403],
  [
    'over https, with its default port',
    { origin: 'https://a.test', host: 'a.test:443', 'x-forwarded-proto': 'https' },
    undefined,
  ],
  ['from another scheme', { origin: 'ftp://acme.localhost:3000' }, 403],
  ['from another port', { origin: 'http://acme.localhost:4000' }, 403],
  ['from a sandboxed frame', { origin: 'null' }, 403],
  ['from nowhere to a host that is none', { origin: 'null', host: 'a b' }, 403],
  ['from another site, without Origin', { 'sec-fetch-site': 'cross-site' }, 403],
  ['from another host of the site, without Origin', { 'sec-fetch-site': 'same-site' }, 403],
  ['at the size limit', { 'content-length': '262144' }, undefined],
  ['over the size limit', { 'content-length': '262145' }, 413],
  ['with a malformed length', { 'content-length': '1e3' }, 411],
])('a POST %s gets the expected status', (_, headers, status) => {
  expect(post(headers)).toBe(status);
});

test('a POST without a length gets 411', () => {
  const request = new Request(own, { method: 'POST', headers: { host: 'acme.localhost:3000' } });
  expect(refusalOf(request)?.status).toBe(411);
});

test('a GET from another site is accepted as a link', () => {
  expect(post({ origin: 'https://evil.example' }, 'GET')).toBeUndefined();
});

test.each<[string, Record<string, string>, boolean]>([
  ['a link on a page of this origin', { 'sec-fetch-site': 'same-origin' }, false],
  ['an address that was typed', { 'sec-fetch-site': 'none' }, false],
  ['a browser over http, which sends neither header', {}, false],
  ['a link on another site', { 'sec-fetch-site': 'cross-site' }, true],
  ['a link on another host of the site', { 'sec-fetch-site': 'same-site' }, true],
  ['a script of another site', { origin: 'https://evil.example' }, true],
  ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }, true],
])('a GET by %s', (_, headers, expected) => {
  expect(isFromElsewhere(new Headers({ host: 'acme.localhost:3000', ...headers }))).toBe(expected);
});
