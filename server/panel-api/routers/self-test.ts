import { finishSelfTest } from '../../services/self-test/finish-self-test.ts';
import { prepareSelfTest } from '../../services/self-test/prepare-self-test.ts';
import { adminProcedure, router } from '../panel-trpc.ts';
import { finishedSelfTest, finishSelfTestInput, selfTestSetup } from '../schemas/self-test.ts';

export const selfTestRouter = router({
  prepare: adminProcedure
    .output(selfTestSetup)
    .mutation(({ ctx }) => prepareSelfTest(ctx.db, ctx.actor, ctx)),
  finish: adminProcedure
    .input(finishSelfTestInput)
    .output(finishedSelfTest)
    .mutation(({ ctx, input }) => finishSelfTest(ctx.db, ctx.actor, input)),
});
