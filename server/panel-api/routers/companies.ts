import { getLostReasons } from '../../services/companies/lost-reasons.ts';
import { saveLostReasons } from '../../services/companies/save-lost-reasons.ts';
import { updateCompany } from '../../services/companies/update-company.ts';
import { adminProcedure, router, viewerProcedure } from '../panel-trpc.ts';
import { done } from '../schemas/common.ts';
import { lostReasonList, saveLostReasonsInput, updateCompanyInput } from '../schemas/companies.ts';

/** The company of the request. */
export const companiesRouter = router({
  update: adminProcedure
    .input(updateCompanyInput)
    .output(done)
    .mutation(({ ctx, input }) => updateCompany(ctx.db, ctx.actor, input)),
  lostReasons: viewerProcedure
    .output(lostReasonList)
    .query(async ({ ctx }) => ({ reasons: await getLostReasons(ctx.db, ctx.actor.companyId) })),
  saveLostReasons: adminProcedure
    .input(saveLostReasonsInput)
    .output(lostReasonList)
    .mutation(({ ctx, input }) => saveLostReasons(ctx.db, ctx.actor, input)),
});
