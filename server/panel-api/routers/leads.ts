import { changeLeads } from '../../services/leads/change-leads.ts';
import { countLeads } from '../../services/leads/count-leads.ts';
import { eraseLead } from '../../services/leads/erase-lead.ts';
import { getAsSent } from '../../services/leads/get-as-sent.ts';
import { getBoard } from '../../services/leads/get-board.ts';
import { getLead } from '../../services/leads/get-lead.ts';
import { listCompanyLeads, listLeadIds } from '../../services/leads/list-company-leads.ts';
import { listFilterChoices } from '../../services/leads/list-filter-choices.ts';
import { listLeads } from '../../services/leads/list-leads.ts';
import { moveLead } from '../../services/leads/move-lead.ts';
import { removeTest } from '../../services/leads/remove-test.ts';
import { searchLeads } from '../../services/leads/search-leads.ts';
import { undoLeadsChange } from '../../services/leads/undo-leads-change.ts';
import { updateLead } from '../../services/leads/update-lead.ts';
import { adminProcedure, agentProcedure, router, viewerProcedure } from '../panel-trpc.ts';
import { boardInput, boardView } from '../schemas/board.ts';
import { done, idInput } from '../schemas/common.ts';
import { asSent } from '../schemas/intake-log.ts';
import {
  changeLeadsInput,
  filterChoices,
  leadCounts,
  leadIds,
  leadsChanged,
  leadsQuery,
  leadsUndone,
  listAllLeadsInput,
  listLeadIdsInput,
  placedLeadPage,
  undoLeadsChangeInput,
} from '../schemas/lead-list.ts';
import {
  changedLead,
  foundLeads,
  leadDetail,
  leadPage,
  listLeadsInput,
  moveLeadInput,
  searchLeadsInput,
  updateLeadInput,
} from '../schemas/leads.ts';
import { leadDuplicates } from './lead-duplicates.ts';
import { leadWork } from './lead-work.ts';

export const leadsRouter = router({
  ...leadWork,
  ...leadDuplicates,
  list: viewerProcedure
    .input(listLeadsInput)
    .output(leadPage)
    .query(({ ctx, input }) => listLeads(ctx.db, ctx.actor, input)),
  listAll: viewerProcedure
    .input(listAllLeadsInput)
    .output(placedLeadPage)
    .query(({ ctx, input }) => listCompanyLeads(ctx.db, ctx.actor, input)),
  listIds: viewerProcedure
    .input(listLeadIdsInput)
    .output(leadIds)
    .query(({ ctx, input }) => listLeadIds(ctx.db, ctx.actor, input)),
  count: viewerProcedure
    .input(leadsQuery)
    .output(leadCounts)
    .query(({ ctx, input }) => countLeads(ctx.db, ctx.actor, input)),
  filterChoices: viewerProcedure
    .output(filterChoices)
    .query(({ ctx }) => listFilterChoices(ctx.db, ctx.actor)),
  board: viewerProcedure
    .input(boardInput)
    .output(boardView)
    .query(({ ctx, input }) => getBoard(ctx.db, ctx.actor, input)),
  search: viewerProcedure
    .input(searchLeadsInput)
    .output(foundLeads)
    .query(({ ctx, input }) => searchLeads(ctx.db, ctx.actor, input)),
  get: viewerProcedure
    .input(idInput)
    .output(leadDetail)
    .query(({ ctx, input }) => getLead(ctx.db, ctx.actor, input)),
  asSent: viewerProcedure
    .input(idInput)
    .output(asSent)
    .query(({ ctx, input }) => getAsSent(ctx.db, ctx.actor, input, ctx)),
  update: agentProcedure
    .input(updateLeadInput)
    .output(changedLead)
    .mutation(({ ctx, input }) => updateLead(ctx.db, ctx.actor, input)),
  move: agentProcedure
    .input(moveLeadInput)
    .output(changedLead)
    .mutation(({ ctx, input }) => moveLead(ctx.db, ctx.actor, input)),
  changeMany: agentProcedure
    .input(changeLeadsInput)
    .output(leadsChanged)
    .mutation(({ ctx, input }) => changeLeads(ctx.db, ctx.actor, input)),
  undoChange: agentProcedure
    .input(undoLeadsChangeInput)
    .output(leadsUndone)
    .mutation(({ ctx, input }) => undoLeadsChange(ctx.db, ctx.actor, input)),
  removeTest: agentProcedure
    .input(idInput)
    .output(done)
    .mutation(({ ctx, input }) => removeTest(ctx.db, ctx.actor, input)),
  erase: adminProcedure
    .input(idInput)
    .output(done)
    .mutation(({ ctx, input }) => eraseLead(ctx.db, ctx.actor, input)),
});
