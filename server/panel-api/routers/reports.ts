import { reportLeads } from '../../services/reports/report-leads.ts';
import { router, viewerProcedure } from '../panel-trpc.ts';
import { leadReport, leadReportInput } from '../schemas/reports.ts';

export const reportsRouter = router({
  leads: viewerProcedure
    .input(leadReportInput)
    .output(leadReport)
    .query(({ ctx, input }) => reportLeads(ctx.db, ctx.actor, input)),
});
