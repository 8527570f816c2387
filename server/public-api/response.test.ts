import { describe, expect, it } from 'vitest';
import { asksForProblem, failure, PublicError, success } from './response.ts';

describe('who asks for problems', () => {
  it.each([
    'application/problem+json',
    'APPLICATION/Problem+JSON ; charset=utf-8',
    'text/html, application/problem+json;q=0.1',
    'application/json, application/problem+json',
    'application/json;q=0.9,application/problem+json;q=0.9,*/*;q=0.1',
    'text/html;note="a, b; c\\"", application/problem+json',
  ])('%s', (accept) => {
    expect(asksForProblem(accept)).toBe(true);
  });

  it.each([
    undefined,
    '',
    '*/*',
    'application/*',
    'application/json',
    'application/problem+xml',
    'application/problem+json;q=0',
    'application/problem+json; Q=0.000, application/json;q=0',
    'application/problem+json;q=much',
    'application/problem+json;q=2',
    'application/json, application/problem+json;q=0.5',
    'text/html;note="x, application/problem+json"',
    'text/html;note="unfinished, application/problem+json',
  ])('not %s', (accept) => {
    expect(asksForProblem(accept)).toBe(false);
  });
});

it('tells a failure as a problem with exactly its members', () => {
  const issues = [{ path: 'name', message: 'is required', code: 'required' }];
  const error = new PublicError(
    { status: 429, message: 'Slowly' },
    { headers: { 'retry-after': '7' }, issues, warnings: issues },
  );
  const { headers, body } = failure(error, { requestId: 'r1', accept: 'application/problem+json' });

  expect(JSON.parse(body)).toEqual({
    type: 'about:blank',
    title: 'Too Many Requests',
    status: 429,
    detail: 'Slowly',
    requestId: 'r1',
    issues,
    warnings: issues,
  });
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json',
    'content-length': String(body.length),
    'retry-after': '7',
    'x-request-id': 'r1',
  });
});

it('counts the length of a body in bytes', () => {
  const { headers, body } = success({ status: 201, message: 'ü' }, 'ß', {
    requestId: 'r1',
    headers: {},
  });
  expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
});
