'use client';

import { Popover as Base } from '@base-ui/react/popover';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  AlarmClock,
  Bell as BellIcon,
  Check,
  type LucideIcon,
  Sparkles,
  TriangleAlert,
  UserRoundCheck,
} from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTRPC, useTRPCClient } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useSession } from '#app/_trpc/session.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Button, ButtonLink, IconButton } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { FormError } from '#app/_ui/field.tsx';
import { upTo99 } from '#app/_ui/format.ts';
import { late } from '#app/_ui/late.tsx';
import { Drawing } from '#app/_ui/states.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { emptyAddress, writeAddress, writeGiven } from '#server/panel-api/schemas/leads-address.ts';
import type {
  NotificationList,
  NotificationView,
} from '#server/panel-api/schemas/notifications.ts';
import {
  BrowserNotifier,
  completeIn,
  describeNotification,
  readUntil,
  useBrowserNotifications,
} from './browser-notifier.tsx';

const BellSettings = late(async () => (await import('./bell-settings.tsx')).BellSettings);

/** Milliseconds. Follow-ups become due without a change. */
const dueInterval = 60_000;

/** Alarms of keys, due follow-ups, leads that others assigned to the user, and new ones as chosen. */
export function Bell() {
  const { list: notifications } = useTRPC().notifications;
  const list = useQuery(notifications.queryOptions(undefined, { refetchInterval: dueInterval }));
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { isOn } = useBrowserNotifications();
  const unread = list.data?.unread ?? 0;

  return (
    <>
      <span className="relative">
        <IconButton
          ref={button}
          label={unread > 0 ? `Notifications, ${upTo99(unread)} unread` : 'Notifications'}
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
            {upTo99(unread)}
          </span>
        )}
      </span>
      <Popup open={open} onOpenChange={setOpen} anchor={button} />
      {isOn && <BrowserNotifier />}
    </>
  );
}

interface PopupProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  anchor: RefObject<HTMLButtonElement | null>;
}

function Popup({ open, onOpenChange, anchor }: PopupProps) {
  /** A press on the button closes it there. */
  const isOnButton = ({ target }: Event) =>
    target instanceof Node && anchor.current?.contains(target) === true;

  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { event }) => {
        if (next || !isOnButton(event)) onOpenChange(next);
      }}
    >
      <Base.Portal container={anchor.current?.closest('header') ?? undefined}>
        <Base.Positioner
          anchor={anchor}
          align="end"
          sideOffset={8}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <Base.Popup
            finalFocus={anchor}
            className="flex max-h-[min(36rem,var(--available-height))] w-96 max-w-[calc(100vw-16px)] flex-col rounded-md bg-surface shadow-float outline-none transition-opacity duration-120 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"
          >
            <Notifications onOpen={() => onOpenChange(false)} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Notifications({ onOpen }: { onOpen: () => void }) {
  const client = useTRPCClient();
  const options = useTRPC().notifications.list.queryOptions();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const { company, user } = useSession();
  const list = useQuery(options);
  const markRead = useMutation({
    mutationFn: async (shown: NotificationList) => {
      await new Promise((done) => setTimeout(done, completeIn(shown)));
      const later = await queryClient.fetchQuery({ ...options, staleTime: 0 });
      await client.notifications.markRead.mutate({ until: readUntil(shown, later) });
    },
    onSuccess: async () => {
      announce('Notifications marked as read');
      await queryClient.invalidateQueries({ queryKey: options.queryKey });
    },
  });
  const readLead = useReadLead();
  const { alarms = [], items = [], unread = 0 } = list.data ?? {};
  const due = items.filter(({ kind }) => kind === 'due').length;
  const dueQuery = writeAddress({ ...emptyAddress, followUp: ['overdue'], owner: [user.id] });

  return (
    <>
      <div className="flex min-h-13 items-center justify-between gap-3 border-border border-b pr-2 pl-4">
        <Base.Title className="font-semibold text-base">Notifications</Base.Title>
        {unread > 0 && (
          <Button
            size="sm"
            variant="ghost"
            pending={markRead.isPending}
            onClick={() => list.data && markRead.mutate(list.data)}
          >
            Mark all as read
          </Button>
        )}
      </div>
      <FormError>
        {(markRead.isError || readLead.isError) &&
          'The notifications could not be marked as read. Try again.'}
      </FormError>
      {list.isError && !list.data ? (
        <QueryFailure query={list} title="The notifications could not be loaded" />
      ) : (
        <ul className="min-h-0 grow overflow-y-auto p-1">
          {alarms.map((alarm) => (
            <Item
              key={alarm.kind + alarm.apiKeyId}
              path={
                alarm.entryId
                  ? `intake-log/${alarm.entryId}`
                  : `settings/api-keys/${alarm.apiKeyId}`
              }
              icon={TriangleAlert}
              iconTone={iconTones.due}
              item={alarm}
              onOpen={onOpen}
            >
              {alarm.text}
            </Item>
          ))}
          {items.map((item) => (
            <Item
              key={`${item.kind} ${item.leadId}`}
              path={`leads/${item.leadId}`}
              icon={icons[item.kind]}
              iconTone={iconTones[item.kind]}
              item={item}
              onOpen={onOpen}
              onRead={() => readLead.mutate({ id: item.leadId })}
            >
              {describeNotification(item)} · <RelativeTime plain at={item.at} />
            </Item>
          ))}
          {list.data && alarms.length + items.length === 0 && (
            <li className="grid justify-items-center gap-3 px-3 py-6 text-center text-fg-muted text-sm">
              <Drawing name="bell" />
              Leads that others assign to you, due follow-ups and the new leads that you choose
              below appear here.
              <ButtonLink
                href={`/${company.slug}/leads?${writeGiven(emptyAddress)}`}
                size="sm"
                onClick={onOpen}
              >
                Show all leads
              </ButtonLink>
            </li>
          )}
        </ul>
      )}
      {due > 0 && (
        <ButtonLink
          href={`/${company.slug}/leads?${dueQuery}`}
          variant="ghost"
          onClick={onOpen}
          className="mx-1 mb-1 shrink-0"
        >
          <AlarmClock aria-hidden />
          Show all due follow-ups
        </ButtonLink>
      )}
      {list.data && <BellSettings list={list.data} />}
    </>
  );
}

/** Marks what a lead has as read. */
function useReadLead() {
  const { list, readLead } = useTRPC().notifications;
  const queryClient = useQueryClient();

  return useMutation(
    readLead.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(list.pathFilter()),
    }),
  );
}

const icons: Record<NotificationView['kind'], LucideIcon> = {
  new: Sparkles,
  assigned: UserRoundCheck,
  due: AlarmClock,
};
const iconTones: Record<NotificationView['kind'], string> = {
  new: 'bg-info-soft text-info',
  assigned: 'bg-primary-soft text-primary-text',
  due: 'bg-warning-soft text-warning',
};

interface ItemProps {
  /** Below the company. */
  path: string;
  icon: LucideIcon;
  iconTone: string;
  item: Pick<NotificationView, 'name' | 'isUnread'>;
  onOpen: () => void;
  /** Marks it as read. Absent for what is read together only. */
  onRead?: () => void;
  /** What happened. */
  children: ReactNode;
}

function Item({ path, icon: Icon, iconTone, item, onOpen, onRead, children }: ItemProps) {
  const { company } = useSession();

  return (
    <li className="relative flex items-center rounded-sm hover:bg-surface-2">
      <Link
        href={`/${company.slug}/${path}`}
        prefetch={false}
        onClick={onOpen}
        className="grid min-w-0 grow grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-sm px-3 py-2"
      >
        <span
          aria-hidden
          className={`grid size-8 place-items-center rounded-full [&_svg]:size-4 ${iconTone}`}
        >
          <Icon />
        </span>
        <span className="min-w-0">
          <span dir="auto" className="block truncate font-medium">
            {item.name}
          </span>
          <span className="line-clamp-4 text-fg-muted text-sm">{children}</span>
        </span>
        {item.isUnread && (
          <span className="size-2 rounded-full bg-primary">
            <span className="sr-only">Unread</span>
          </span>
        )}
      </Link>
      {item.isUnread && onRead && (
        <IconButton size="sm" label={`Mark ${item.name} as read`} onClick={onRead} className="mr-1">
          <Check aria-hidden />
        </IconButton>
      )}
    </li>
  );
}
