'use client';

import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { cn } from '#app/_ui/cn.ts';
import { IconButton } from '#app/_ui/icon-button.tsx';
import { LazyDialog, preloadOnHover, useLazy } from '#app/_ui/lazy.tsx';
import { useBrowserNotifications } from './browser-notifications.ts';

const popup = {
  name: 'notifications',
  load: async () => (await import('./bell-popup.tsx')).BellPopup,
};
const notifier = {
  name: 'browser notifications',
  load: async () => (await import('./browser-notifier.tsx')).BrowserNotifier,
};

/** Milliseconds. Follow-ups become due without a change. */
const dueInterval = 60_000;

/** Counted up to 100. */
const textOf = (unread: number) => (unread > 99 ? '99+' : String(unread));

/** New leads, those that others assigned to the user, and due follow-ups. */
export function Bell() {
  const { list: notifications } = useTRPC().notifications;
  const list = useQuery(notifications.queryOptions(undefined, { refetchInterval: dueInterval }));
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { isOn } = useBrowserNotifications();
  const { part: BrowserNotifier } = useLazy(notifier, isOn);
  const unread = list.data?.unread ?? 0;

  return (
    <>
      <span className="relative">
        <IconButton
          ref={button}
          {...preloadOnHover(popup)}
          label={unread > 0 ? `Notifications, ${textOf(unread)} unread` : 'Notifications'}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <BellIcon aria-hidden />
        </IconButton>
        {unread > 0 && (
          <span
            aria-hidden
            className={cn(
              'tabular pointer-events-none absolute top-0.5 left-1/2 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-primary font-semibold text-on-primary',
              unread > 99 ? 'px-0.5 text-[10px]' : 'px-1 text-xs',
            )}
          >
            {textOf(unread)}
          </span>
        )}
      </span>
      <LazyDialog dialog={popup} open={open} onCancel={() => setOpen(false)}>
        {(BellPopup) => <BellPopup open={open} onOpenChange={setOpen} anchor={button} />}
      </LazyDialog>
      {isOn && BrowserNotifier && <BrowserNotifier />}
    </>
  );
}
