import { isDeepStrictEqual } from 'node:util';
import {
  type AlarmFigures,
  type AlarmKind,
  driftKinds,
  expiryNoticeDays,
  type LeadTrait,
} from '#db/values/key-alarms.ts';
import { type DriftFound, driftOf, driftWithoutHistory, isDriftOver, type Share } from './drift.ts';
import { hourMs, silenceOf } from './silence.ts';

/** Times are milliseconds since 1970. */

/** What became of leads of a key in a minute or an hour. */
export interface CountedSpan extends Record<LeadTrait, number> {
  at: number;
  endsAt: number;
  leads: number;
  refused: number;
  sameKey: number;
}

export interface KeyAlarm {
  figures: AlarmFigures;
  startedAt: number;
}

/** The last alarm of its kind. */
export interface KnownAlarm extends KeyAlarm {
  openedAt: number;
  closedAt: number | null;
}

export interface WatchedKey {
  now: number;
  /** The oldest first. */
  spans: readonly CountedSpan[];
  alarms: readonly KnownAlarm[];
  /** When it stops working, if that is known. */
  endsAt: number | null;
  /** It was rotated: its leads move to another key. */
  isReplaced: boolean;
  usedYesterday: number;
  /** Of the last refusal of today or yesterday. */
  lastStatus: number | null;
  /** Id of the newest held submission that still waits, where one had an alarm. */
  heldEntryId: string | null;
}

export interface Verdict {
  opened: KeyAlarm[];
  /** Of open ones, where they have changed. */
  changed: AlarmFigures[];
  closed: AlarmKind[];
}

const dayMs = 24 * hourMs;
/** What has been so for a week is usual from then on. */
const driftDays = 7;
/** The leads before are too old to compare with. */
const silenceDays = 28;
const yearMs = 365 * dayMs;

type Rise = Extract<AlarmFigures, { hits: number }>;
type RiseKind = Rise['kind'];

function sharesOf(spans: readonly CountedSpan[], kind: RiseKind, since: number): Share[] {
  const shares = spans.map((span): Share => {
    const { at, leads, refused, sameKey } = span;
    if (kind === 'sameIdempotencyKey') return { at, hits: sameKey, total: leads + sameKey };
    if (kind === 'refused') return { at, hits: refused, total: leads + refused };
    return { at, hits: span[kind], total: leads };
  });
  return shares.filter(({ at, total }) => at >= since && total > 0);
}

function riseFigures(
  kind: RiseKind,
  { hits, total, before }: Omit<DriftFound, 'startedAt'>,
  key: WatchedKey,
): Rise {
  if (kind === 'sameIdempotencyKey') return { kind, hits, total };
  return { kind, hits, total, before, lastStatus: kind === 'refused' ? key.lastStatus : null };
}

/** The same rise with what has come since. Counts by the hour have lost the minute in which it began. */
function withNewCounts(figures: Rise, shares: readonly Share[], key: WatchedKey): Rise {
  const hits = shares.reduce((sum, share) => sum + share.hits, 0);
  const total = shares.reduce((sum, share) => sum + share.total, 0);
  if (total <= figures.total) return figures;

  const before = 'before' in figures ? figures.before : 0;
  return riseFigures(figures.kind, { hits, total, before }, key);
}

/** What becomes of an alarm; undefined: there is none, before and after. */
type Change = { opened: KeyAlarm } | { figures: AlarmFigures } | 'closed' | undefined;

function judgeRise(kind: RiseKind, key: WatchedKey, last: KnownAlarm | undefined): Change {
  const { spans, now } = key;
  if (last && last.closedAt === null && 'hits' in last.figures) {
    const { figures, startedAt, openedAt } = last;
    const before = 'before' in figures ? figures.before : 0;
    const shares = sharesOf(spans, kind, startedAt);
    if (now - openedAt > driftDays * dayMs) return 'closed';
    if (isDriftOver(shares, { ...figures, startedAt, before })) return 'closed';
    return { figures: withNewCounts(figures, shares, key) };
  }
  // The leads of the last alarm are no measure of what is usual.
  const shares = sharesOf(spans, kind, last?.closedAt ?? 0);
  const found = kind === 'sameIdempotencyKey' ? driftWithoutHistory(shares) : driftOf(shares);
  if (!found) return undefined;
  return { opened: { figures: riseFigures(kind, found, key), startedAt: found.startedAt } };
}

function hourlyLeads(spans: readonly CountedSpan[], now: number) {
  const first = Math.floor((spans[0]?.at ?? now) / hourMs);
  const leads = new Array<number>(Math.floor(now / hourMs) - first + 1).fill(0);
  for (const span of spans) {
    const hour = Math.floor(span.at / hourMs) - first;
    leads[hour] = (leads[hour] ?? 0) + span.leads;
  }
  return { first, leads };
}

/** Hours with a refused request. */
const hoursIn = (spans: readonly CountedSpan[], from: number, to: number) =>
  new Set(
    spans
      .filter(({ at, refused }) => refused > 0 && at >= from && at < to)
      .map(({ at }) => Math.floor(at / hourMs)),
  ).size;

function judgeSilence(key: WatchedKey, last: KnownAlarm | undefined): Change {
  const { spans, now, lastStatus, isReplaced } = key;
  const lastLead = spans.findLast(({ leads }) => leads > 0);
  if (last && last.closedAt === null) {
    const hasEnded = lastLead !== undefined && lastLead.at >= last.startedAt;
    if (hasEnded || now - last.startedAt > silenceDays * dayMs) return 'closed';
    if (last.figures.kind !== 'silence' || lastStatus === null) return { figures: last.figures };
    return { figures: { ...last.figures, lastStatus } };
  }
  if (!lastLead || isReplaced) return undefined;

  const since = lastLead.endsAt;
  const refusedHours = {
    since: hoursIn(spans, since, now),
    before: hoursIn(spans, since - silenceDays * dayMs, since),
  };
  const hadAlarm = last !== undefined && now - last.openedAt < yearMs;
  const hours = hourlyLeads(spans, now);
  const found = silenceOf(hours, { since, now, refusedHours, hadAlarm });
  if (!found) return undefined;

  const status = refusedHours.since > 0 ? lastStatus : null;
  const figures = { kind: 'silence' as const, ...found, lastStatus: status };
  return { opened: { figures, startedAt: since } };
}

function judgeExpiry(key: WatchedKey, last: KnownAlarm | undefined): Change {
  const { now, endsAt, usedYesterday } = key;
  const isOpen = last?.closedAt === null;
  const isNear = endsAt !== null && endsAt > now && endsAt - now <= expiryNoticeDays * dayMs;
  if (!isNear) return isOpen ? 'closed' : undefined;
  if (!isOpen && usedYesterday === 0) return undefined;

  const figures = {
    kind: 'expiry' as const,
    endsAt: new Date(endsAt).toISOString(),
    usedYesterday,
  };
  return isOpen ? { figures } : { opened: { figures, startedAt: now } };
}

/** It is opened with the submission, and ends when none waits any more. */
function judgeHeld({ heldEntryId }: WatchedKey, last: KnownAlarm | undefined): Change {
  if (last?.closedAt !== null) return undefined;
  return heldEntryId === null ? 'closed' : { figures: { kind: 'held', entryId: heldEntryId } };
}

const rises: readonly RiseKind[] = ['sameIdempotencyKey', ...driftKinds];

/** Decides which alarms of a key open, change and close. A cause has one alarm: the first that is found. */
export function judgeKey(key: WatchedKey): Verdict {
  const verdict: Verdict = { opened: [], changed: [], closed: [] };
  const open = new Set<AlarmKind>();
  const lastOf = (kind: AlarmKind) => key.alarms.find(({ figures }) => figures.kind === kind);
  const isOpen = (kind: AlarmKind) => lastOf(kind)?.closedAt === null;
  const apply = (kind: AlarmKind, change: Change) => {
    if (change === 'closed') verdict.closed.push(kind);
    else if (change) {
      open.add(kind);
      if ('opened' in change) verdict.opened.push(change.opened);
      else if (!isDeepStrictEqual(change.figures, lastOf(kind)?.figures)) {
        verdict.changed.push(change.figures);
      }
    }
  };

  for (const kind of rises) {
    // The alarm of the silence names the refusal.
    if (kind === 'refused' && isOpen('silence') && !isOpen('refused')) continue;
    apply(kind, judgeRise(kind, key, lastOf(kind)));
  }
  const isRefusalOpen = open.has('refused') || open.has('sameIdempotencyKey');
  if (isOpen('silence') || !isRefusalOpen) apply('silence', judgeSilence(key, lastOf('silence')));
  apply('expiry', judgeExpiry(key, lastOf('expiry')));
  apply('held', judgeHeld(key, lastOf('held')));
  return verdict;
}
