import { followChanges } from '../../events/follow-changes.ts';
import { router, viewerProcedure } from '../panel-trpc.ts';
import { changeView } from '../schemas/changes.ts';
import { streamOf } from '../stream-of.ts';

export const changesRouter = router({
  follow: viewerProcedure
    .output(streamOf(changeView))
    .subscription(({ ctx, signal }) =>
      followChanges(ctx, { companyId: ctx.actor.companyId, session: ctx.session, signal }),
    ),
});
