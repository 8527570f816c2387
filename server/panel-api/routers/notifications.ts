import { chooseNewLeads } from '../../services/notifications/choose-new-leads.ts';
import { listNotifications } from '../../services/notifications/list-notifications.ts';
import { markNotificationsRead } from '../../services/notifications/mark-notifications-read.ts';
import { readNotificationsOfLead } from '../../services/notifications/read-notifications-of-lead.ts';
import { router, viewerProcedure } from '../panel-trpc.ts';
import { done, idInput } from '../schemas/common.ts';
import { chooseNewLeadsInput, markReadInput, notificationList } from '../schemas/notifications.ts';

/** Of the member who calls. */
export const notificationsRouter = router({
  list: viewerProcedure
    .output(notificationList)
    .query(({ ctx }) => listNotifications(ctx.db, ctx.actor)),
  markRead: viewerProcedure
    .input(markReadInput)
    .output(done)
    .mutation(({ ctx, input }) => markNotificationsRead(ctx.db, ctx.actor, input)),
  /** Of one lead. */
  readLead: viewerProcedure
    .input(idInput)
    .output(done)
    .mutation(({ ctx, input }) => readNotificationsOfLead(ctx.db, ctx.actor, input)),
  chooseNewLeads: viewerProcedure
    .input(chooseNewLeadsInput)
    .output(done)
    .mutation(({ ctx, input }) => chooseNewLeads(ctx.db, ctx.actor, input)),
});
