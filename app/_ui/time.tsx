'use client';

import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { cn } from './cn.ts';
import { formatRelative, formatTime, formatUtc, isKnownTimeZone, nameTimeZone } from './format.ts';
import { tooltip } from './tooltip.ts';

const TimeZoneContext = createContext('UTC');

/** @param timeZone in which times are shown; UTC where this browser does not know it */
export function TimeZoneProvider({
  timeZone,
  children,
}: {
  timeZone: string;
  children: ReactNode;
}) {
  return <TimeZoneContext value={timeZone}>{children}</TimeZoneContext>;
}

/**
 * The time zone in which times are shown: on the server and in the browser the same. Checked here,
 * because making the format to check it with takes 20 ms, which a screen without times is spared.
 */
export function useTimeZone(): string {
  const timeZone = use(TimeZoneContext);

  return isKnownTimeZone(timeZone) ? timeZone : 'UTC';
}

/** One clock for all relative times on the page; it runs only while it has listeners. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

export function subscribeToClock(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1_000);

  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const RenderedAtContext = createContext<number | undefined>(undefined);

/** @param at when the server rendered the page, in milliseconds since 1970 */
export function RenderedAt({ at, children }: { at: number; children: ReactNode }) {
  return <RenderedAtContext value={at}>{children}</RenderedAtContext>;
}

/**
 * A text that is read again with the clock. At hydration it is the server's, whose clock may differ
 * from that of the browser.
 *
 * @param read gets the time in milliseconds since 1970
 */
export function useClock<Text extends string>(read: (now: number) => Text): Text {
  const renderedAt = use(RenderedAtContext);

  return useSyncExternalStore(
    subscribeToClock,
    () => read(Date.now()),
    () => read(renderedAt ?? Date.now()),
  );
}

interface RelativeTimeProps {
  at: string | null;
  /** Text for `null`. */
  never?: string;
  /** Shows seconds below one minute: `2 s ago`. */
  seconds?: boolean;
  /** Without the tooltip, for a time inside of a control or before one that comes next. */
  plain?: boolean;
  className?: string;
}

/** How long ago; the tooltip has the time. */
export function RelativeTime({ at, never = 'Never', ...rest }: RelativeTimeProps) {
  if (at === null) return <span className={rest.className}>{never}</span>;

  return <Age at={at} {...rest} />;
}

function Age({ at, seconds, plain, className }: RelativeTimeProps & { at: string }) {
  const text = useClock((now) => formatRelative(new Date(at), new Date(now), seconds));
  const time = (
    <time dateTime={at} className={plain ? className : undefined}>
      {text}
    </time>
  );

  if (plain) return time;
  return (
    <Moment at={at} className={className}>
      {time}
    </Moment>
  );
}

/** `12 Mar 2026, 11:05`; the tooltip names the time zone and has UTC. */
export function LocalTime({ at, className }: { at: string; className?: string }) {
  const timeZone = useTimeZone();

  return (
    <Moment at={at} className={className}>
      <time dateTime={at}>{formatTime(new Date(at), timeZone)}</time>
    </Moment>
  );
}

interface MomentProps {
  at: string;
  className: string | undefined;
  children: ReactNode;
}

/** A button, so that keyboard and touch reach the tooltip; above a link that covers its row. */
function Moment({ at, className, children }: MomentProps) {
  const timeZone = useTimeZone();
  const date = new Date(at);
  const utc = formatUtc(date);
  const local = `${formatTime(date, timeZone)} ${nameTimeZone(timeZone)}`;
  const label = timeZone === 'UTC' ? utc : `${local}\n${utc}`;

  return (
    <button
      type="button"
      {...tooltip(label, 'top', 'whitespace-pre-line')}
      data-tooltip-click
      aria-description={label}
      className={cn('relative z-1 max-w-full rounded-sm [text-align:inherit]', className)}
    >
      {children}
    </button>
  );
}
