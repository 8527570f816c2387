import { listReachableFunnels } from '../../services/funnels/list-reachable-funnels.ts';
import { archiveStep } from '../../services/steps/archive-step.ts';
import { createStep } from '../../services/steps/create-step.ts';
import { getStep } from '../../services/steps/get-step.ts';
import { getStepTraffic } from '../../services/steps/get-step-traffic.ts';
import { moveStepLeads } from '../../services/steps/move-step-leads.ts';
import { renameStep } from '../../services/steps/rename-step.ts';
import { reorderSteps } from '../../services/steps/reorder-steps.ts';
import { restoreStep } from '../../services/steps/restore-step.ts';
import { setStepOutcome } from '../../services/steps/set-step-outcome.ts';
import { adminProcedure, router, viewerProcedure } from '../panel-trpc.ts';
import { done, idInput, orderedIds } from '../schemas/common.ts';
import {
  archivedStep,
  archiveStepInput,
  createStepInput,
  movedLeads,
  moveStepLeadsInput,
  reachableFunnels,
  renameStepInput,
  reorderStepsInput,
  setStepOutcomeInput,
  stepTraffic,
  stepView,
} from '../schemas/funnels.ts';

export const stepsRouter = router({
  get: viewerProcedure
    .input(idInput)
    .output(stepView)
    .query(({ ctx, input }) => getStep(ctx.db, ctx.actor, input)),
  list: viewerProcedure
    .output(reachableFunnels)
    .query(({ ctx }) => listReachableFunnels(ctx.db, ctx.actor)),
  traffic: adminProcedure
    .input(idInput)
    .output(stepTraffic)
    .query(({ ctx, input }) => getStepTraffic(ctx.db, ctx.actor, input)),
  create: adminProcedure
    .input(createStepInput)
    .output(done)
    .mutation(({ ctx, input }) => createStep(ctx.db, ctx.actor, input)),
  rename: adminProcedure
    .input(renameStepInput)
    .output(done)
    .mutation(({ ctx, input }) => renameStep(ctx.db, ctx.actor, input)),
  setOutcome: adminProcedure
    .input(setStepOutcomeInput)
    .output(done)
    .mutation(({ ctx, input }) => setStepOutcome(ctx.db, ctx.actor, input)),
  reorder: adminProcedure
    .input(reorderStepsInput)
    .output(orderedIds)
    .mutation(({ ctx, input }) => reorderSteps(ctx.db, ctx.actor, input)),
  archive: adminProcedure
    .input(archiveStepInput)
    .output(archivedStep)
    .mutation(({ ctx, input }) => archiveStep(ctx.db, ctx.actor, input)),
  moveLeads: adminProcedure
    .input(moveStepLeadsInput)
    .output(movedLeads)
    .mutation(({ ctx, input }) => moveStepLeads(ctx.db, ctx.actor, input)),
  restore: adminProcedure
    .input(idInput)
    .output(done)
    .mutation(({ ctx, input }) => restoreStep(ctx.db, ctx.actor, input)),
});
