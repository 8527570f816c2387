'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { useOpenPage } from '#app/_ui/offline.tsx';
import type { NotificationView } from '#server/panel-api/schemas/notifications.ts';

/** What happened to the lead. */
export function describeNotification({ kind, by }: Pick<NotificationView, 'kind' | 'by'>): string {
  if (kind === 'new') return 'New lead';
  if (kind === 'due') return 'Follow-up due';

  return by === null ? 'Assigned to you' : `Assigned to you by ${by}`;
}

/** A lead gives several, one after the other: as new, as assigned, when its follow-up is due. */
const keyOf = ({ kind, leadId, at }: NotificationView) => `${kind} ${leadId} ${at}`;

interface ReadList {
  items: readonly NotificationView[];
  readAt: string;
}

/** Times of the unread ones, the oldest first. */
const unreadTimes = (items: readonly NotificationView[]) =>
  items
    .filter(({ isUnread }) => isUnread)
    .map(({ at }) => at)
    .sort();

/** Milliseconds until all that is older than the newest unread one is in a list. */
export function completeIn({ items, readAt }: ReadList): number {
  const newest = unreadTimes(items).at(-1) ?? readAt;
  return Math.max(0, Date.parse(newest) - Date.parse(readAt));
}

/**
 * Until when a list is marked as read: to its newest unread one, but not beyond one that was not in
 * it, because it was committed later.
 *
 * @param later the list `completeIn` milliseconds afterwards
 */
export function readUntil(shown: ReadList, later: ReadList): string {
  const newest = unreadTimes(shown.items).at(-1) ?? '';
  if (newest <= shown.readAt) return shown.readAt;

  const known = new Set(shown.items.map(keyOf));
  const unseen = later.items.filter((item) => item.at <= newest && !known.has(keyOf(item)));
  return unreadTimes(unseen)[0] ?? new Date(Date.parse(newest) + 1).toISOString();
}

/** Those after a time that were not taken before. Adds them to the taken ones. */
export function takeFresh(
  items: readonly NotificationView[],
  since: string,
  taken: Set<string>,
): NotificationView[] {
  const fresh = items.filter((item) => item.at > since && !taken.has(keyOf(item)));
  for (const item of fresh) taken.add(keyOf(item));

  return fresh;
}

const storageKey = 'leadgate.browser-notifications';
/** Of this tab; other tabs get the browser's own event. */
const changed = new EventTarget();

let isBroken: boolean | undefined;

/** Nothing in a browser where pages cannot make notifications: the switch disappears. */
function makeNotification(title: string, options?: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options);
  } catch {
    isBroken = true;
    changed.dispatchEvent(new Event('change'));
    return undefined;
  }
}

/**
 * Chrome for Android has notifications, but only for service workers: a page that makes one gets an
 * error, even without permission. Other browsers show nothing without permission.
 */
function canMake(): boolean {
  if (isBroken === undefined && Notification.permission !== 'granted') {
    isBroken = !isConstructible();
  }
  return isBroken !== true;
}
function isConstructible(): boolean {
  try {
    new Notification('');
    return true;
  } catch {
    return false;
  }
}

/** Browsers have notifications on https and localhost only. */
const areThere = () => 'Notification' in window && 'locks' in navigator;
const isPossible = () => areThere() && canMake();
const isOn = () =>
  areThere() &&
  isBroken !== true &&
  Notification.permission === 'granted' &&
  localStorage.getItem(storageKey) === 'on';

function subscribe(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  addEventListener('storage', listener);

  return () => {
    changed.removeEventListener('change', listener);
    removeEventListener('storage', listener);
  };
}

function store(value: 'on' | 'off'): void {
  localStorage.setItem(storageKey, value);
  changed.dispatchEvent(new Event('change'));
}

/** @returns whether the user allows them */
async function turnOn(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  store('on');

  return true;
}

const never = () => false;

/** Whether this browser could show notifications of its own. */
export const useCanNotify = () => useSyncExternalStore(subscribe, isPossible, never);

/** Whether it does, and how to change that. */
export function useBrowserNotifications() {
  return {
    isOn: useSyncExternalStore(subscribe, isOn, never),
    turnOn,
    turnOff: () => store('off'),
  };
}

/** Milliseconds. A hidden tab reads no stream of changes. */
const interval = 15_000;

/** Shows what comes while no tab of the company is visible, from one of the hidden tabs. */
export function BrowserNotifier() {
  const { user, company } = useSession();
  const openPage = useOpenPage();
  const visibleTabs = `leadgate.visible.${user.id}.${company.slug}`;
  const isNotifier = useNotifierLock(visibleTabs, `leadgate.notifier.${user.id}.${company.slug}`);
  const { data } = useQuery(
    useTRPC().notifications.list.queryOptions(undefined, {
      enabled: isNotifier,
      refetchInterval: interval,
      refetchIntervalInBackground: true,
    }),
  );
  /** The time of the database from which on things are new, and what was shown since. */
  const since = useRef<string>(undefined);
  const shown = useRef(new Set<string>());

  useEffect(() => {
    if (!isNotifier || !data) {
      since.current = undefined;
      return;
    }
    const start = since.current ?? data.readAt;
    since.current = start;
    const fresh = takeFresh(data.items, start, shown.current);

    async function showAll() {
      if (fresh.length === 0 || (await isHeld(visibleTabs))) return;
      for (const item of fresh) {
        show(item, () => openPage(`/${company.slug}/leads/${item.leadId}`));
      }
    }
    void showAll();
  }, [isNotifier, data, visibleTabs, company.slug, openPage]);

  return null;
}

/** One for each lead: a later one with its tag replaces it. */
function show(item: NotificationView, onOpen: () => void): void {
  const notification = makeNotification(item.name, {
    body: describeNotification(item),
    tag: item.leadId,
  });
  notification?.addEventListener('click', () => {
    window.focus();
    onOpen();
    notification.close();
  });
}

async function isHeld(name: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();

  return held.some((lock) => lock.name === name);
}

/**
 * While the tab is visible, it holds the first lock together with other visible tabs; while it is
 * hidden, it waits for the second.
 *
 * @returns whether it has the second
 */
function useNotifierLock(visibleTabs: string, notifier: string): boolean {
  const [isNotifier, setNotifier] = useState(false);

  useEffect(() => {
    let leave = new AbortController();

    function hold(name: string, mode: LockMode, onHeld: (isHeld: boolean) => void) {
      leave.abort();
      leave = new AbortController();
      const { signal } = leave;
      const held = () => {
        onHeld(true);
        return new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            onHeld(false);
            resolve();
          });
        });
      };
      navigator.locks.request(name, { mode, signal }, held).catch(() => {});
    }
    function update() {
      if (document.hidden) hold(notifier, 'exclusive', setNotifier);
      else hold(visibleTabs, 'shared', () => {});
    }
    update();
    document.addEventListener('visibilitychange', update);

    return () => {
      document.removeEventListener('visibilitychange', update);
      leave.abort();
    };
  }, [visibleTabs, notifier]);

  return isNotifier;
}
