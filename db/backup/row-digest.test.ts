import { expect, test } from 'vitest';
import { RowDigest } from './row-digest.ts';

function digestOf(...chunks: string[]) {
  const digest = new RowDigest();
  for (const chunk of chunks) digest.add(Buffer.from(chunk));
  return { rows: digest.rows, checksum: digest.checksum };
}

test('is the same for the same rows, in any order and in chunks of any length', () => {
  expect(digestOf('a\nb\n', 'c\n')).toEqual(digestOf('c\n', 'b\na\n'));
});

test('is the SHA-256 of a single row', () => {
  // printf 'a\n' | sha256sum
  expect(digestOf('a\n')).toEqual({
    rows: 1,
    checksum: '87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7',
  });
});

test.each([
  ['a row less', ['a\n']],
  ['a row twice', ['a\nb\nb\n']],
  ['another row', ['a\nB\n']],
  ['a row that was cut in two', ['a\n', '\n', 'b\n']],
  ['an even number of a row instead of another', ['a\na\n']],
])('differs by %s', (_, chunks) => {
  expect(digestOf(...chunks).checksum).not.toBe(digestOf('a\nb\n').checksum);
});

test('takes whole rows only', () => {
  expect(() => digestOf('a\nb')).toThrow('without its end');
});
