import { expect, test } from 'vitest';
import { serializeError } from './safe-error.ts';

class PostgresError extends Error {
  override name = 'PostgresError';
  code = '23505';
  constraint_name = 'users_email_unique';
  detail = 'Key (email)=(maria@x.test) already exists.';
}

test('of a database error the code and constraint are left, no values', () => {
  const cause = new PostgresError('duplicate key: maria@x.test');
  const fault = serializeError(new Error('Failed query: insert … params: maria@x.test', { cause }));

  expect(fault).toMatchObject({
    name: 'PostgresError',
    code: '23505',
    constraint: 'users_email_unique',
  });
  expect(JSON.stringify(fault)).not.toContain('maria');
  expect(fault.stack.length).toBeGreaterThan(0);
});

test('a fault of ours keeps its message', () => {
  expect(serializeError(new TypeError('x is not a function'))).toMatchObject({
    name: 'TypeError',
    message: 'x is not a function',
  });
});

test('values that a message quotes are left out', () => {
  for (const error of [
    new SyntaxError(`Unexpected token 'M', "Maria 5511987654321" is not valid JSON`),
    new Error(
      `cannot keep ${JSON.stringify({ name: 'Maria "the" Silva', phones: ['5511987654321'] })}`,
    ),
    new Error('5511987654321 and lk_7Qf2abcdef9xKd are unknown'),
    new Error('unfinished "Maria'),
  ]) {
    expect(JSON.stringify(serializeError(error))).not.toMatch(/Maria|Silva|5511|7Qf2/);
  }
});

test('text of a caller is cut, also where it looks like a stack', () => {
  const fault = serializeError(new Error(`${'x'.repeat(9_000)}\n    at ${'y'.repeat(9_000)}`));
  expect(JSON.stringify(fault).length).toBeLessThan(5_000);
});

test('what is no error tells its type only', () => {
  expect(serializeError('maria@x.test')).toEqual({ name: 'string', stack: [] });
});
