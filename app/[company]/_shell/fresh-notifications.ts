import type { NotificationView } from '#server/panel-api/schemas/notifications.ts';

/** A lead gives several, one after the other: as new, as assigned, when its follow-up is due. */
const keyOf = ({ kind, leadId, at }: NotificationView) => `${kind} ${leadId} ${at}`;

export interface NotificationList {
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
export function completeIn({ items, readAt }: NotificationList): number {
  const newest = unreadTimes(items).at(-1) ?? readAt;
  return Math.max(0, Date.parse(newest) - Date.parse(readAt));
}

/**
 * Until when a list is marked as read: to its newest unread one, but not beyond one that was not in
 * it, because it was committed later.
 *
 * @param later the list `completeIn` milliseconds afterwards
 */
export function readUntil(shown: NotificationList, later: NotificationList): string {
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
