import { expect, it } from 'vitest';
import { readFailure } from './failure.ts';

const data = { code: 'BAD_REQUEST', httpStatus: 400, requestId: 'r-1' };

it('returns the message of the server and its fields', () => {
  const issues = [{ path: 'name', message: 'Enter a name' }];

  expect(readFailure({ message: 'Check your input', data: { ...data, issues } })).toEqual({
    message: 'Check your input',
    code: 'BAD_REQUEST',
    requestId: 'r-1',
    issues,
  });
});

it('hides the message of an internal error', () => {
  const internal = {
    message: 'Internal server error',
    data: { ...data, code: 'INTERNAL_SERVER_ERROR' },
  };

  expect(readFailure(internal).message).toBe(
    'Something went wrong on our side. Try again in a moment.',
  );
});

it.each([undefined, null, 'x', new TypeError('Failed to fetch'), { data: null }])(
  'treats %s as an unreachable server',
  (error) => {
    expect(readFailure(error)).toMatchObject({ code: undefined, requestId: undefined, issues: [] });
  },
);
