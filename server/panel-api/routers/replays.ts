import { correctRequest } from '../../replay/correct-request.ts';
import { cancelReplay, undoReplay } from '../../replay/end-replay.ts';
import { previewReplay } from '../../replay/preview-replay.ts';
import { listReplayResults, listReplays } from '../../replay/read-replays.ts';
import { startReplay } from '../../replay/start-replay.ts';
import { adminProcedure, router } from '../panel-trpc.ts';
import { idInput } from '../schemas/common.ts';
import {
  correctedRequest,
  correctRequestInput,
  ofGroupInput,
  previewReplayInput,
  replayList,
  replayPreview,
  replayResults,
  replayResultsInput,
  startedReplay,
  startReplayInput,
} from '../schemas/replays.ts';

export const replaysRouter = router({
  preview: adminProcedure
    .input(previewReplayInput)
    .output(replayPreview)
    .query(({ ctx, input }) => previewReplay(ctx.db, ctx.actor, input, ctx)),
  list: adminProcedure
    .input(ofGroupInput)
    .output(replayList)
    .query(({ ctx, input }) => listReplays(ctx.db, ctx.actor, input)),
  results: adminProcedure
    .input(replayResultsInput)
    .output(replayResults)
    .query(({ ctx, input }) => listReplayResults(ctx.db, ctx.actor, input)),
  start: adminProcedure
    .input(startReplayInput)
    .output(startedReplay)
    .mutation(({ ctx, input }) => startReplay(ctx.db, ctx.actor, input)),
  correct: adminProcedure
    .input(correctRequestInput)
    .output(correctedRequest)
    .mutation(({ ctx, input }) => correctRequest(ctx, ctx.actor, input)),
  cancel: adminProcedure
    .input(idInput)
    .output(startedReplay)
    .mutation(({ ctx, input }) => cancelReplay(ctx.db, ctx.actor, input)),
  undo: adminProcedure
    .input(idInput)
    .output(startedReplay)
    .mutation(({ ctx, input }) => undoReplay(ctx.db, ctx.actor, input)),
});
