import { z } from 'zod';
import type { UserActor } from '../../services/actor.ts';
import { createSavedView } from '../../services/saved-views/create-saved-view.ts';
import { deleteSavedView } from '../../services/saved-views/delete-saved-view.ts';
import { listSavedViews } from '../../services/saved-views/list-saved-views.ts';
import { updateSavedView } from '../../services/saved-views/update-saved-view.ts';
import type { PanelContext } from '../panel-context.ts';
import { router, viewerProcedure } from '../panel-trpc.ts';
import { done, idInput } from '../schemas/common.ts';
import { createViewInput, savedView, updateViewInput } from '../schemas/lead-list.ts';

interface View {
  id: string;
  isShared: boolean;
}

/** Other members see shared views only. */
async function publishShared(
  { events, actor }: Pick<PanelContext, 'events'> & { actor: UserActor },
  changed: Promise<View>,
): Promise<View> {
  const view = await changed;
  if (view.isShared) events.publish(actor.companyId);
  return view;
}

const personalProcedure = viewerProcedure.meta({ isPersonal: true });

/** Views of the list of leads. Each member has own ones. */
export const viewsRouter = router({
  list: viewerProcedure
    .output(z.array(savedView))
    .query(({ ctx }) => listSavedViews(ctx.db, ctx.actor)),
  create: personalProcedure
    .input(createViewInput)
    .output(done)
    .mutation(({ ctx, input }) => publishShared(ctx, createSavedView(ctx.db, ctx.actor, input))),
  update: personalProcedure
    .input(updateViewInput)
    .output(done)
    .mutation(({ ctx, input }) => publishShared(ctx, updateSavedView(ctx.db, ctx.actor, input))),
  delete: personalProcedure
    .input(idInput)
    .output(done)
    .mutation(({ ctx, input }) => publishShared(ctx, deleteSavedView(ctx.db, ctx.actor, input))),
});
