import { z } from 'zod';
import { newLeadChoices } from '#db/values/access.ts';
import { keyAlarm } from './api-keys.ts';
import { isoInstant, senderText, sentInstant } from './common.ts';

const notification = z.object({
  kind: z.enum(['new', 'assigned', 'due']),
  leadId: z.uuid(),
  name: senderText,
  /** Of the arrival, of the assignment, or when the follow-up is due. */
  at: sentInstant,
  /** Who assigned it. */
  by: z.string().nullable(),
  isUnread: z.boolean(),
});

const alarmNotification = keyAlarm.extend({
  apiKeyId: z.uuid(),
  /** Of the key. */
  name: z.string(),
  isUnread: z.boolean(),
});

export const notificationList = z.object({
  /** Open alarms of keys, for admins: the latest 20. */
  alarms: z.array(alarmNotification),
  /** Due follow-ups, at most 100, before the latest 20 of the other ones. */
  items: z.array(notification),
  /** At most 100: more are not counted. */
  unread: z.number().int(),
  /** Some seconds before the list was read: up to then all is in it, of what came later a part. */
  readAt: sentInstant,
  /** Of which new leads it tells. */
  newLeads: z.enum(newLeadChoices),
  /** Of which it may tell. */
  choices: z.array(z.enum(newLeadChoices)),
});

export const chooseNewLeadsInput = z.object({ newLeads: z.enum(newLeadChoices) });

export const markReadInput = z.object({
  /** `readAt` of the list that was shown. */
  until: isoInstant,
});

export type NotificationList = z.infer<typeof notificationList>;
export type NotificationView = z.infer<typeof notification>;
