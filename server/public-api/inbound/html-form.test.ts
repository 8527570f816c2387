import { describe, expect, it } from 'vitest';
import { formMaxAgeMs, formMinAgeMs } from '../../limits.ts';
import { isTrapped, nextPage, signTime, timeProblem } from './html-form.ts';

const formKey = Buffer.alloc(32, 1);
const settings = {
  thankYouUrl: 'https://shop.example/thanks',
  hosts: ['www.shop.example', 'localhost:3000'],
  needsTime: true,
};
const opened = Date.UTC(2027, 0, 31);
const token = signTime(formKey, opened);
const problemAt = (now: number, sent: unknown = token, form = settings) =>
  timeProblem({ _opened: sent }, { form, formKey }, now);

describe('the time of a form', () => {
  it.each([
    [formMinAgeMs, undefined],
    [formMaxAgeMs, undefined],
    [formMinAgeMs - 1, 'it was sent as soon as the form was opened'],
    [formMaxAgeMs + 1, 'the form was opened more than a day before'],
  ])('%s ms after it was opened: %s', (age, problem) => {
    expect(problemAt(opened + age)).toBe(problem);
  });

  it.each([
    null,
    '',
    42,
    'x',
    token.replace('.', '.x').slice(0, token.length),
    `${(opened - 1).toString(36)}${token.slice(token.indexOf('.'))}`,
    signTime(Buffer.alloc(32, 2), opened),
  ])('is not taken from %j', (sent) => {
    expect(problemAt(opened + formMinAgeMs, sent)).toBe('it does not say when the form was opened');
  });

  it('is not asked for where the form has none', () => {
    expect(problemAt(opened, '', { ...settings, needsTime: false })).toBeUndefined();
    expect(timeProblem({}, { form: null, formKey }, opened)).toBeUndefined();
  });
});

it.each([
  [{ _website: 'https://spam.example' }, true],
  [{ _website: ' ' }, false],
  [{}, false],
])('finds the hidden field filled in: %j', (body, expected) => {
  expect(isTrapped(body)).toBe(expected);
});

describe('the next page', () => {
  it.each([
    ['https://www.shop.example/a?b=c', 'https://www.shop.example/a?b=c'],
    ['https://shop.example/other', 'https://shop.example/other'],
    ['http://localhost:3000/', 'http://localhost:3000/'],
    ['https://evil.example/', settings.thankYouUrl],
    ['https://www.shop.example.evil.example/', settings.thankYouUrl],
    ['https://www.shop.example@evil.example/', settings.thankYouUrl],
    ['//www.shop.example/', settings.thankYouUrl],
    ['javascript:alert(1)', settings.thankYouUrl],
    ['', settings.thankYouUrl],
  ])('for %j is %s', (asked, expected) => {
    expect(nextPage({ _next: asked }, settings)).toBe(expected);
  });

  it('is a page of ours where none is set', () => {
    expect(nextPage({ _next: 'https://shop.example/' }, null)).toBeUndefined();
  });
});
