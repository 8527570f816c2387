import { z } from 'zod';
import { createSavedView } from '../../services/saved-views/create-saved-view.ts';
import { deleteSavedView } from '../../services/saved-views/delete-saved-view.ts';
import { listSavedViews } from '../../services/saved-views/list-saved-views.ts';
import { updateSavedView } from '../../services/saved-views/update-saved-view.ts';
import { router, viewerProcedure } from '../panel-trpc.ts';
import { done, idInput } from '../schemas/common.ts';
import { createViewInput, savedView, updateViewInput } from '../schemas/lead-list.ts';

/** Views of the list of leads. Each member has own ones. */
export const viewsRouter = router({
  list: viewerProcedure
    .output(z.array(savedView))
    .query(({ ctx }) => listSavedViews(ctx.db, ctx.actor)),
  create: viewerProcedure
    .input(createViewInput)
    .output(done)
    .mutation(({ ctx, input }) => createSavedView(ctx.db, ctx.actor, input)),
  update: viewerProcedure
    .input(updateViewInput)
    .output(done)
    .mutation(({ ctx, input }) => updateSavedView(ctx.db, ctx.actor, input)),
  delete: viewerProcedure
    .input(idInput)
    .output(done)
    .mutation(({ ctx, input }) => deleteSavedView(ctx.db, ctx.actor, input)),
});
