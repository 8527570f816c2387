import type { NotificationView } from '#server/panel-api/schemas/notifications.ts';

/** A lead gives several, one after the other: as new, as assigned, when its follow-up is due. */
const keyOf = ({ kind, leadId, at }: NotificationView) => `${kind} ${leadId} ${at}`;

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
