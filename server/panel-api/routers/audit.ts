import { listAuditEntries } from '../../services/audit/list-audit-entries.ts';
import { adminProcedure, router } from '../panel-trpc.ts';
import { auditPage, listAuditInput } from '../schemas/audit.ts';

export const auditRouter = router({
  list: adminProcedure
    .input(listAuditInput)
    .output(auditPage)
    .query(({ ctx, input }) => listAuditEntries(ctx.db, ctx.actor, input)),
});
