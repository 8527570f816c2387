import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { SessionProvider } from '#app/_trpc/session.tsx';
import { RelativeTime, RenderedAt } from '#app/_ui/time.tsx';
import type { SessionView } from '#server/panel-api/schemas/session.ts';
import { FirstContact, labelWait, urgencyOf } from './marks.tsx';

const minutes = (amount: number) => amount * 60_000;

test.each([
  [0, 'none'],
  [minutes(30) - 1, 'none'],
  [minutes(30), 'soon'],
  [minutes(60), 'soon'],
  [minutes(60) + 1, 'late'],
  [minutes(60 + 1_440), 'late'],
  [minutes(60 + 1_440) + 1, 'critical'],
])('with a target of an hour, a wait of %i ms is %s', (waited, urgency) => {
  expect(urgencyOf(waited, 60)).toBe(urgency);
});

test('without a target nothing is urgent', () => {
  expect(urgencyOf(minutes(100_000), null)).toBe('none');
});

test('the urgency is said in words', () => {
  expect(labelWait('soon', 15)).toBe('Due soon, the target is 15 min: not contacted for ');
  expect(labelWait('late', 240)).toBe('Late, the target is 4 h: not contacted for ');
});

test('how late is shown, from the target on, and more than a day late in a tone of its own', () => {
  try {
    const late = hydrated('2026-03-12T12:40:00.000Z', '2026-03-12T09:40:00.000Z');
    expect(late).toContain('>2 h late<');
    expect(late.replaceAll(/<[^>]+>/g, '')).toContain('not contacted for 3 h');
    expect(late).toContain('text-danger');
    const days = hydrated('2026-03-12T12:40:00.000Z', '2026-03-09T11:40:00.000Z');
    expect(days).toContain('>3 d late<');
    expect(days).toContain('bg-danger text-on-primary');
  } finally {
    vi.useRealTimers();
  }
});

/** What is rendered in a browser at hydration, whose clock says `now`. */
function hydrated(now: string, createdAt = '2026-03-12T12:00:00.000Z'): string {
  const session: SessionView = {
    application: { name: 'CRM' },
    user: { id: '', name: '', email: '', timeZone: null },
    company: {
      slug: 'acme',
      name: 'Acme',
      role: 'agent',
      timeZone: 'UTC',
      country: null,
      currency: null,
      agentsSee: 'all',
      bodyRetentionDays: 30,
      contactTarget: 60,
      sees: 'all',
    },
    companies: [],
  };
  vi.setSystemTime(now);
  const children = createElement(
    Fragment,
    null,
    createElement(FirstContact, { createdAt, firstContactAt: null }),
    createElement(RelativeTime, { plain: true, at: createdAt }),
  );
  const at = Date.parse('2026-03-12T12:40:00.000Z');
  return renderToStaticMarkup(SessionProvider({ session, children: RenderedAt({ at, children }) }));
}

test('until the screen is mounted, a wait is that of the time at which the server rendered it', () => {
  try {
    const right = hydrated('2026-03-12T12:40:01.000Z');

    expect(right).toContain('Due soon');
    expect(right).toContain('40 min');
    expect(hydrated('2026-03-12T15:00:00.000Z')).toBe(right);
    expect(hydrated('2026-03-12T11:00:00.000Z')).toBe(right);
    expect(hydrated('2026-03-12T12:40:01.000Z', '2026-03-12T12:20:00.000Z')).toBe(
      '<time dateTime="2026-03-12T12:20:00.000Z">20 min ago</time>',
    );
  } finally {
    vi.useRealTimers();
  }
});
