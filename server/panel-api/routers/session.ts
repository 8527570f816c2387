import { getSessionView } from '../../services/session/get-session-view.ts';
import { router, viewerProcedure } from '../panel-trpc.ts';
import { sessionView } from '../schemas/session.ts';

export const sessionRouter = router({
  get: viewerProcedure.output(sessionView).query(({ ctx }) => getSessionView(ctx.db, ctx.actor)),
});
