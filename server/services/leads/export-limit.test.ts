import { expect, test } from 'vitest';
import { TooManyRequestsError } from '../errors.ts';
import { ExportLimit } from './export-limit.ts';

test('refuses a further export until one of those that run has ended', () => {
  const limit = new ExportLimit(2, 30);
  const end = limit.begin('first');
  limit.begin('second');

  expect(() => limit.begin('third')).toThrow(TooManyRequestsError);
  end();
  limit.begin('third');
  expect(() => limit.begin('first')).toThrow(TooManyRequestsError);
});

test('refuses a second export of a company, and leaves a place to another company', () => {
  const limit = new ExportLimit(2, 30);
  const end = limit.begin('first');

  expect(() => limit.begin('first')).toThrow('Another export of this company');
  const endOther = limit.begin('second');
  end();
  endOther();
  limit.begin('first');
});
