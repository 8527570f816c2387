import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RenderedAt } from '#app/_ui/time.tsx';
import { FollowUpMark } from './marks.tsx';

const now = '2027-01-31T14:05:09.000Z';
const html = (at: string | null) => {
  const children = createElement(FollowUpMark, { at });
  return renderToStaticMarkup(createElement(RenderedAt, { at: Date.parse(now), children }));
};
const textOf = (at: string) => html(at).replace(/<svg.*?<\/svg>|<[^>]+>/g, '');

it.each([
  ['2027-01-29T14:00:00.000Z', 'Follow-up 2 d late', 'bg-danger text-on-primary'],
  ['2027-01-31T11:00:00.000Z', 'Follow-up 3 h late', 'text-danger'],
  ['2027-01-31T14:04:09.000Z', 'Follow-up 1 min late', 'text-danger'],
  ['2027-01-31T14:04:10.000Z', 'Follow-up due now', 'text-danger'],
  [now, 'Follow-up due now', 'text-danger'],
  ['2027-01-31T14:05:10.000Z', 'Follow-up in under 1 min', 'text-fg-muted'],
  ['2027-02-02T15:00:00.000Z', 'Follow-up in 2 d', 'text-fg-muted'],
])('says of a follow-up at %s: %s', (at, text, colour) => {
  expect(textOf(at)).toBe(text);
  expect(html(at)).toContain(colour);
});

it('is nothing without one', () => {
  expect(html(null)).toBe('');
});
