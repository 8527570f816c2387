import { archiveFunnel } from '../../services/funnels/archive-funnel.ts';
import { createFunnel } from '../../services/funnels/create-funnel.ts';
import { getFunnel } from '../../services/funnels/get-funnel.ts';
import { listFunnels } from '../../services/funnels/list-funnels.ts';
import { renameFunnel } from '../../services/funnels/rename-funnel.ts';
import { reorderFunnels } from '../../services/funnels/reorder-funnels.ts';
import { restoreFunnel } from '../../services/funnels/restore-funnel.ts';
import { adminProcedure, router, viewerProcedure } from '../panel-trpc.ts';
import { done, idInput, orderedIds } from '../schemas/common.ts';
import {
  createFunnelInput,
  funnelList,
  funnelView,
  listFunnelsInput,
  renameFunnelInput,
  reorderFunnelsInput,
} from '../schemas/funnels.ts';

export const funnelsRouter = router({
  list: viewerProcedure
    .input(listFunnelsInput)
    .output(funnelList)
    .query(({ ctx, input }) => listFunnels(ctx.db, ctx.actor, input)),
  get: viewerProcedure
    .input(idInput)
    .output(funnelView)
    .query(({ ctx, input }) => getFunnel(ctx.db, ctx.actor, input)),
  create: adminProcedure
    .input(createFunnelInput)
    .output(done)
    .mutation(({ ctx, input }) => createFunnel(ctx.db, ctx.actor, input)),
  rename: adminProcedure
    .input(renameFunnelInput)
    .output(done)
    .mutation(({ ctx, input }) => renameFunnel(ctx.db, ctx.actor, input)),
  reorder: adminProcedure
    .input(reorderFunnelsInput)
    .output(orderedIds)
    .mutation(({ ctx, input }) => reorderFunnels(ctx.db, ctx.actor, input)),
  archive: adminProcedure
    .input(idInput)
    .output(done)
    .mutation(({ ctx, input }) => archiveFunnel(ctx.db, ctx.actor, input)),
  restore: adminProcedure
    .input(idInput)
    .output(done)
    .mutation(({ ctx, input }) => restoreFunnel(ctx.db, ctx.actor, input)),
});
