import { expect, test } from 'vitest';
import { isServerAction } from './server-actions.ts';

test.each<[string, Record<string, string>, boolean]>([
  ['POST', { 'next-action': 'x' }, true],
  ['POST', { 'next-action': '' }, true],
  ['POST', { 'content-type': 'multipart/form-data; boundary=x' }, true],
  ['POST', { 'content-type': 'Multipart/Form-Data' }, true],
  // The form of the sign-in page, sent before its code has loaded.
  ['POST', { 'content-type': 'application/x-www-form-urlencoded' }, false],
  ['POST', {}, false],
  ['GET', { 'next-action': 'x' }, false],
])('a %s with %j', (method, headers, expected) => {
  expect(isServerAction(method, (name) => headers[name])).toBe(expected);
});
