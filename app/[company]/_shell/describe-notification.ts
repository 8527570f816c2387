import type { NotificationView } from '#server/panel-api/schemas/notifications.ts';

/** What happened to the lead. */
export function describeNotification({ kind, by }: Pick<NotificationView, 'kind' | 'by'>): string {
  if (kind === 'new') return 'New lead';
  if (kind === 'due') return 'Follow-up due';

  return by === null ? 'Assigned to you' : `Assigned to you by ${by}`;
}
