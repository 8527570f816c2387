import { expect, test } from 'vitest';
import { TooManyRequestsError } from '../errors.ts';
import { ExportLimit } from './export-limit.ts';

test('refuses a further export until one of those that run has ended', () => {
  const limit = new ExportLimit(2, 30);
  const end = limit.begin();
  limit.begin();

  expect(() => limit.begin()).toThrow(TooManyRequestsError);
  end();
  limit.begin();
  expect(() => limit.begin()).toThrow(TooManyRequestsError);
});
