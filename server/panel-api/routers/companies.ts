import { updateCompany } from '../../services/companies/update-company.ts';
import { adminProcedure, router } from '../panel-trpc.ts';
import { done } from '../schemas/common.ts';
import { updateCompanyInput } from '../schemas/companies.ts';

/** The company of the request. */
export const companiesRouter = router({
  update: adminProcedure
    .input(updateCompanyInput)
    .output(done)
    .mutation(({ ctx, input }) => updateCompany(ctx.db, ctx.actor, input)),
});
