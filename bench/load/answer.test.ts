import { describe, expect, it } from 'vitest';
import { isComplete, statusOf } from './answer.ts';

const sized = Buffer.from('HTTP/1.1 201 Created\r\ncontent-length: 12\r\n\r\n{"ok":true}\n');
const chunked = Buffer.from(
  'HTTP/1.1 503 Service Unavailable\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
);

describe.each([
  ['with a length', sized, 201],
  [
    'with a length, written large',
    Buffer.from(String(sized).replace('content-l', 'Content-L')),
    201,
  ],
  ['in chunks', chunked, 503],
])('an answer %s', (_, bytes, status) => {
  it('is complete at its last byte and not before', () => {
    const complete = Array.from(bytes, (_byte, at) => isComplete(bytes.subarray(0, at + 1)));

    expect(complete.indexOf(true)).toBe(bytes.length - 1);
  });

  it('tells its status', () => {
    expect(statusOf(bytes)).toBe(status);
  });
});

it('does not take a length from the body', () => {
  const bytes = Buffer.from('HTTP/1.1 200 OK\r\n\r\ncontent-length: 1\r\n');

  expect(isComplete(bytes)).toBe(false);
});
