import { listDuplicates } from '../../services/leads/list-duplicates.ts';
import { markDistinct } from '../../services/leads/mark-distinct.ts';
import { mergeLeads } from '../../services/leads/merge-leads.ts';
import { previewMerge } from '../../services/leads/preview-merge.ts';
import { unmergeLeads } from '../../services/leads/unmerge-leads.ts';
import { agentProcedure, viewerProcedure } from '../panel-trpc.ts';
import { done, idInput } from '../schemas/common.ts';
import {
  duplicatesOfLead,
  markDistinctInput,
  mergeLeadsInput,
  mergePreview,
  pairInput,
  unmergeLeadsInput,
} from '../schemas/lead-duplicates.ts';

/** Procedures of `leads` for leads of the same person. */
export const leadDuplicates = {
  duplicates: viewerProcedure
    .input(idInput)
    .output(duplicatesOfLead)
    .query(({ ctx, input }) => listDuplicates(ctx.db, ctx.actor, input)),
  previewMerge: viewerProcedure
    .input(pairInput)
    .output(mergePreview)
    .query(({ ctx, input }) => previewMerge(ctx.db, ctx.actor, input)),
  merge: agentProcedure
    .input(mergeLeadsInput)
    .output(done)
    .mutation(({ ctx, input }) => mergeLeads(ctx.db, ctx.actor, input)),
  unmerge: agentProcedure
    .input(unmergeLeadsInput)
    .output(done)
    .mutation(({ ctx, input }) => unmergeLeads(ctx.db, ctx.actor, input)),
  markDistinct: agentProcedure
    .input(markDistinctInput)
    .output(done)
    .mutation(({ ctx, input }) => markDistinct(ctx.db, ctx.actor, input)),
};
