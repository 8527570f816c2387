import { addNote } from '../../services/leads/add-note.ts';
import { assignLead } from '../../services/leads/assign-lead.ts';
import { countToDo } from '../../services/leads/count-to-do.ts';
import { createLead } from '../../services/leads/create-lead.ts';
import { deleteNote } from '../../services/leads/delete-note.ts';
import { editLead } from '../../services/leads/edit-lead.ts';
import { editNote } from '../../services/leads/edit-note.ts';
import { listToDo } from '../../services/leads/list-to-do.ts';
import { openLead } from '../../services/leads/open-lead.ts';
import { planFollowUp } from '../../services/leads/plan-follow-up.ts';
import { recordCall } from '../../services/leads/record-call.ts';
import { recordMessage } from '../../services/leads/record-message.ts';
import { undoChange } from '../../services/leads/undo-change.ts';
import { agentProcedure, viewerProcedure } from '../panel-trpc.ts';
import { done, idInput } from '../schemas/common.ts';
import {
  addNoteInput,
  assignedLead,
  assignLeadInput,
  createLeadInput,
  deleteNoteInput,
  editLeadInput,
  editNoteInput,
  planFollowUpInput,
  recordCallInput,
  recordMessageInput,
} from '../schemas/lead-work.ts';
import { changedLead, leadDetail, undoInput, undoneLead } from '../schemas/leads.ts';
import { countToDoInput, listToDoInput, toDoCounts, toDoPage } from '../schemas/to-do.ts';

/** Procedures of `leads` for the work on them, one by one. */
export const leadWork = {
  toDo: viewerProcedure
    .input(listToDoInput)
    .output(toDoPage)
    .query(({ ctx, input }) => listToDo(ctx.db, ctx.actor, input)),
  toDoCounts: viewerProcedure
    .input(countToDoInput)
    .output(toDoCounts)
    .query(({ ctx, input }) => countToDo(ctx.db, ctx.actor, input)),
  create: agentProcedure
    .input(createLeadInput)
    .output(done)
    .mutation(({ ctx, input }) => createLead(ctx.db, ctx.actor, input)),
  open: agentProcedure
    .input(idInput)
    .output(done)
    .mutation(({ ctx, input }) => openLead(ctx.db, ctx.actor, input)),
  edit: agentProcedure
    .input(editLeadInput)
    .output(leadDetail)
    .mutation(({ ctx, input }) => editLead(ctx.db, ctx.actor, input)),
  assign: agentProcedure
    .input(assignLeadInput)
    .output(assignedLead)
    .mutation(({ ctx, input }) => assignLead(ctx.db, ctx.actor, input)),
  addNote: agentProcedure
    .input(addNoteInput)
    .output(leadDetail)
    .mutation(({ ctx, input }) => addNote(ctx.db, ctx.actor, input)),
  editNote: agentProcedure
    .input(editNoteInput)
    .output(leadDetail)
    .mutation(({ ctx, input }) => editNote(ctx.db, ctx.actor, input)),
  deleteNote: agentProcedure
    .input(deleteNoteInput)
    .output(leadDetail)
    .mutation(({ ctx, input }) => deleteNote(ctx.db, ctx.actor, input)),
  recordCall: agentProcedure
    .input(recordCallInput)
    .output(changedLead)
    .mutation(({ ctx, input }) => recordCall(ctx.db, ctx.actor, input)),
  recordMessage: agentProcedure
    .input(recordMessageInput)
    .output(changedLead)
    .mutation(({ ctx, input }) => recordMessage(ctx.db, ctx.actor, input)),
  planFollowUp: agentProcedure
    .input(planFollowUpInput)
    .output(changedLead)
    .mutation(({ ctx, input }) => planFollowUp(ctx.db, ctx.actor, input)),
  undo: agentProcedure
    .input(undoInput)
    .output(undoneLead)
    .mutation(({ ctx, input }) => undoChange(ctx.db, ctx.actor, input)),
};
