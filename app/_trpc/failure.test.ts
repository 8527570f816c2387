import { expect, it } from 'vitest';
import { readFailure } from './failure.ts';

const data = { code: 'BAD_REQUEST', httpStatus: 400, requestId: 'r-1' };

it('shows what the server says, with the fields it names', () => {
  const issues = [{ path: 'name', message: 'Enter a name' }];

  expect(readFailure({ message: 'Look again', data: { ...data, issues } })).toEqual({
    message: 'Look again',
    code: 'BAD_REQUEST',
    requestId: 'r-1',
    issues,
  });
});

it('does not show the words of a fault', () => {
  const fault = {
    message: 'Internal server error',
    data: { ...data, code: 'INTERNAL_SERVER_ERROR' },
  };

  expect(readFailure(fault).message).toBe(
    'Something went wrong on our side. Try again in a moment.',
  );
});

it.each([undefined, null, 'x', new TypeError('Failed to fetch'), { data: null }])(
  'takes %s for a server out of reach',
  (error) => {
    expect(readFailure(error)).toMatchObject({ code: undefined, requestId: undefined, issues: [] });
  },
);
