'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { useSession } from '#app/_trpc/session.tsx';
import { useOpenPage } from '#app/_ui/open-page.ts';
import type { NotificationView } from '#server/panel-api/schemas/notifications.ts';
import { makeNotification } from './browser-notifications.ts';
import { describeNotification } from './describe-notification.ts';
import { takeFresh } from './fresh-notifications.ts';

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
