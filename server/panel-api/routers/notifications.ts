import { listNotifications } from '../../services/notifications/list-notifications.ts';
import { markNotificationsRead } from '../../services/notifications/mark-notifications-read.ts';
import { router, viewerProcedure } from '../panel-trpc.ts';
import { done } from '../schemas/common.ts';
import { markReadInput, notificationList } from '../schemas/notifications.ts';

/** Of the member who calls. */
export const notificationsRouter = router({
  list: viewerProcedure
    .output(notificationList)
    .query(({ ctx }) => listNotifications(ctx.db, ctx.actor)),
  markRead: viewerProcedure
    .input(markReadInput)
    .output(done)
    .mutation(({ ctx, input }) => markNotificationsRead(ctx.db, ctx.actor, input)),
});
