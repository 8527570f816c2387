import { getLead } from '../../services/leads/get-lead.ts';
import { listLeads } from '../../services/leads/list-leads.ts';
import { moveLead } from '../../services/leads/move-lead.ts';
import { searchLeads } from '../../services/leads/search-leads.ts';
import { updateLead } from '../../services/leads/update-lead.ts';
import { agentProcedure, router, viewerProcedure } from '../panel-trpc.ts';
import { idInput } from '../schemas/common.ts';
import {
  foundLeads,
  leadDetail,
  leadPage,
  listLeadsInput,
  moveLeadInput,
  searchLeadsInput,
  updateLeadInput,
} from '../schemas/leads.ts';

export const leadsRouter = router({
  list: viewerProcedure
    .input(listLeadsInput)
    .output(leadPage)
    .query(({ ctx, input }) => listLeads(ctx.db, ctx.actor, input)),
  search: viewerProcedure
    .input(searchLeadsInput)
    .output(foundLeads)
    .query(({ ctx, input }) => searchLeads(ctx.db, ctx.actor, input)),
  get: viewerProcedure
    .input(idInput)
    .output(leadDetail)
    .query(({ ctx, input }) => getLead(ctx.db, ctx.actor, input)),
  update: agentProcedure
    .input(updateLeadInput)
    .output(leadDetail)
    .mutation(({ ctx, input }) => updateLead(ctx.db, ctx.actor, input)),
  move: agentProcedure
    .input(moveLeadInput)
    .output(leadDetail)
    .mutation(({ ctx, input }) => moveLead(ctx.db, ctx.actor, input)),
});
