import { createMessageTemplate } from '../../services/message-templates/create-message-template.ts';
import { deleteMessageTemplate } from '../../services/message-templates/delete-message-template.ts';
import { listMessageTemplates } from '../../services/message-templates/list-message-templates.ts';
import { updateMessageTemplate } from '../../services/message-templates/update-message-template.ts';
import { adminProcedure, router, viewerProcedure } from '../panel-trpc.ts';
import { done, idInput } from '../schemas/common.ts';
import {
  createTemplateInput,
  messageTemplateList,
  updateTemplateInput,
} from '../schemas/message-templates.ts';

export const messageTemplatesRouter = router({
  list: viewerProcedure
    .output(messageTemplateList)
    .query(({ ctx }) => listMessageTemplates(ctx.db, ctx.actor)),
  create: adminProcedure
    .input(createTemplateInput)
    .output(done)
    .mutation(({ ctx, input }) => createMessageTemplate(ctx.db, ctx.actor, input)),
  update: adminProcedure
    .input(updateTemplateInput)
    .output(done)
    .mutation(({ ctx, input }) => updateMessageTemplate(ctx.db, ctx.actor, input)),
  delete: adminProcedure
    .input(idInput)
    .output(done)
    .mutation(({ ctx, input }) => deleteMessageTemplate(ctx.db, ctx.actor, input)),
});
