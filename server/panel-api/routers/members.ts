import { z } from 'zod';
import { listMembers } from '../../services/members/list-members.ts';
import { router, viewerProcedure } from '../panel-trpc.ts';
import { memberView } from '../schemas/members.ts';

export const membersRouter = router({
  list: viewerProcedure
    .output(z.array(memberView))
    .query(({ ctx }) => listMembers(ctx.db, ctx.actor)),
});
