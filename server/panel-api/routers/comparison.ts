import { addLeads } from '../../comparison/add-leads.ts';
import { compareLeads } from '../../comparison/compare-leads.ts';
import { adminProcedure, router } from '../panel-trpc.ts';
import { additions, addLeadsInput, compareInput, comparison } from '../schemas/comparison.ts';

export const comparisonRouter = router({
  /** A mutation, because ids do not fit into an address. */
  compare: adminProcedure
    .input(compareInput)
    .output(comparison)
    .mutation(({ ctx, input }) => compareLeads(ctx.db, ctx.actor, input)),
  add: adminProcedure
    .input(addLeadsInput)
    .output(additions)
    .mutation(({ ctx, input }) => addLeads(ctx, ctx.actor, input)),
});
