import { describe, expect, it } from 'vitest';
import type { AlarmFigures } from '#db/values/key-alarms.ts';
import { type CountedSpan, judgeKey, type KnownAlarm, type WatchedKey } from './judge-key.ts';
import { hourMs } from './silence.ts';

const minuteMs = 60_000;
const dayMs = 24 * hourMs;
/** A Wednesday, at noon. */
const now = Date.UTC(2027, 0, 13, 12);

const span = (minutesAgo: number, counts: Partial<CountedSpan> = {}): CountedSpan => {
  const at = now - minutesAgo * minuteMs;
  const none = { leads: 0, withoutPhone: 0, withoutEmail: 0, withoutName: 0, unread: 0 };
  return { at, endsAt: at + minuteMs, ...none, refused: 0, sameKey: 0, ...counts };
};

/** Five weeks with a lead each hour from 8 to 20 o'clock, one of fifty without a phone. */
const history = Array.from({ length: 35 * 24 }, (_, ago) => ago + 2)
  .toReversed()
  .filter((ago) => new Date(now - ago * hourMs).getUTCHours() % 20 >= 8)
  .map((ago, n) => span(ago * 60, { leads: 1, withoutPhone: n % 50 === 0 ? 1 : 0 }));

const judge = (given: Partial<WatchedKey> = {}) =>
  judgeKey({
    now,
    spans: history,
    alarms: [],
    endsAt: null,
    isReplaced: false,
    usedYesterday: 0,
    lastStatus: null,
    heldEntryId: null,
    ...given,
  });

const open = (figures: AlarmFigures, hoursAgo: number, closedAt: number | null = null) => {
  const at = now - hoursAgo * hourMs;
  return { figures, startedAt: at, openedAt: at, closedAt } satisfies KnownAlarm;
};
const minutes = (count: number, counts: Partial<CountedSpan>) =>
  Array.from({ length: count }, (_, n) => span(count - n, counts));
const nothing = { opened: [], changed: [], closed: [] };

it('finds nothing in what is usual', () => {
  expect(judge()).toEqual(nothing);
  expect(judge({ spans: [] })).toEqual(nothing);
  expect(judge({ spans: [...history, ...minutes(7, { leads: 1, withoutPhone: 1 })] })).toEqual(
    nothing,
  );
});

describe('a rise', () => {
  const drifted = [...history, ...minutes(37, { leads: 1, withoutPhone: 1 })];
  const before = expect.closeTo(0.02, 2);
  const figures = { kind: 'withoutPhone', hits: 37, total: 37, before, lastStatus: null };
  const known: AlarmFigures = {
    kind: 'withoutPhone',
    hits: 9,
    total: 9,
    before: 0.02,
    lastStatus: null,
  };

  it('is found with its start and its figures', () => {
    expect(judge({ spans: drifted }).opened).toEqual([{ figures, startedAt: now - 37 * minuteMs }]);
  });

  it('counts on while it lasts', () => {
    const alarms = [open(known, 37 / 60)];
    expect(judge({ spans: drifted, alarms })).toEqual({ ...nothing, changed: [figures] });
  });

  it('is over when the last twenty leads are as they were, or after a week', () => {
    const spans = [...drifted, ...minutes(20, { leads: 1 })].toSorted((a, b) => a.at - b.at);
    const mended = [...history, ...minutes(40, { leads: 1, withoutPhone: 1 }).slice(0, 10)];
    const last = minutes(30, { leads: 1 });
    const alarms = [open(known, 40 / 60)];
    expect(judge({ spans: [...mended, ...last], alarms }).closed).toEqual(['withoutPhone']);
    expect(judge({ spans, alarms: [open(known, 7.1 * 24)] }).closed).toEqual(['withoutPhone']);
  });

  it('does not count its leads as usual once it is over', () => {
    expect(judge({ spans: drifted, alarms: [open(known, 40, now - hourMs)] })).toEqual(nothing);
  });

  it('of refusals names the last status', () => {
    const spans = [...history, ...minutes(12, { refused: 1 })];
    expect(judge({ spans, lastStatus: 401 }).opened).toMatchObject([
      { figures: { kind: 'refused', hits: 12, total: 12, lastStatus: 401 } },
    ]);
  });
});

describe('one Idempotency-Key', () => {
  it('is found in a key without history, when nearly all of its leads are refused', () => {
    const spans = [span(40, { leads: 1 }), ...minutes(12, { sameKey: 1 })];
    expect(judge({ spans }).opened).toMatchObject([
      { figures: { kind: 'sameIdempotencyKey', hits: 12, total: 12 } },
    ]);
    expect(judge({ spans: minutes(12, { sameKey: 1, leads: 1 }) })).toEqual(nothing);
  });
});

describe('silence', () => {
  /** Until noon of the Sunday before. */
  const silent = history.filter(({ at }) => at < now - 3 * dayMs);
  const found = { kind: 'silence', leadsPerDay: 12 };

  it('is found with what is usual', () => {
    expect(judge({ spans: silent }).opened).toEqual([
      { figures: { ...found, lastStatus: null }, startedAt: silent.at(-1)?.endsAt },
    ]);
    expect(judge({ spans: silent, isReplaced: true })).toEqual(nothing);
  });

  it('is found within hours when requests are refused meanwhile', () => {
    const spans = history.filter(({ at }) => at < now - 4 * hourMs);
    const refusing = [...spans, ...[200, 140, 80, 20].map((ago) => span(ago, { refused: 1 }))];
    expect(judge({ spans })).toEqual(nothing);
    expect(judge({ spans: refusing, lastStatus: 401 }).opened).toMatchObject([
      { figures: { ...found, lastStatus: 401 } },
    ]);
  });

  it('is over with the next lead', () => {
    const alarms = [open({ kind: 'silence', leadsPerDay: 12, lastStatus: null }, 24)];
    expect(judge({ spans: silent, alarms })).toEqual(nothing);
    expect(judge({ spans: [...silent, span(1, { leads: 1 })], alarms }).closed).toEqual([
      'silence',
    ]);
  });

  it('has no alarm while its cause has one', () => {
    const spans = [...silent, ...minutes(12, { refused: 1 })];
    const { opened } = judge({ spans, lastStatus: 404 });
    expect(opened.map(({ figures }) => figures.kind)).toEqual(['refused']);
    const alarms = [open({ kind: 'silence', leadsPerDay: 12, lastStatus: null }, 24)];
    expect(judge({ spans, alarms, lastStatus: 404 })).toEqual({
      ...nothing,
      changed: [{ ...found, lastStatus: 404 }],
    });
  });
});

describe('expiry', () => {
  const endsAt = now + 6.5 * dayMs;
  const figures = { kind: 'expiry', endsAt: new Date(endsAt).toISOString() } as const;

  it('is found in the last week of a key that was used yesterday', () => {
    expect(judge({ endsAt, usedYesterday: 40 }).opened).toEqual([
      { figures: { ...figures, usedYesterday: 40 }, startedAt: now },
    ]);
    expect(judge({ endsAt })).toEqual(nothing);
    expect(judge({ endsAt: now + 8 * dayMs, usedYesterday: 40 })).toEqual(nothing);
  });

  it('is over with the end, and when the end is moved', () => {
    const alarms = [open({ ...figures, usedYesterday: 40 }, 24)];
    for (const end of [null, now, now + 30 * dayMs]) {
      expect(judge({ endsAt: end, alarms }).closed).toEqual(['expiry']);
    }
    expect(judge({ endsAt, alarms, usedYesterday: 12 }).changed).toEqual([
      { ...figures, usedYesterday: 12 },
    ]);
  });
});

describe('held submissions', () => {
  const alarms = [open({ kind: 'held', entryId: 'e-1' }, 24)];

  it('have an alarm until none waits, which names the newest', () => {
    expect(judge({ alarms, heldEntryId: 'e-1' })).toEqual(nothing);
    expect(judge({ alarms, heldEntryId: 'e-2' }).changed).toEqual([
      { kind: 'held', entryId: 'e-2' },
    ]);
    expect(judge({ alarms }).closed).toEqual(['held']);
  });

  it('are not found by the check, only with the submission', () => {
    expect(judge({ heldEntryId: 'e-1' })).toEqual(nothing);
    const closed = [open({ kind: 'held', entryId: 'e-1' }, 24, now)];
    expect(judge({ alarms: closed, heldEntryId: 'e-1' })).toEqual(nothing);
  });
});
