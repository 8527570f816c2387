import { findLogEntries } from '../../services/intake-log/find-log-entries.ts';
import { getLogEntry } from '../../services/intake-log/get-log-entry.ts';
import { listKeylessRequests } from '../../services/intake-log/list-keyless-requests.ts';
import { listLogEntries } from '../../services/intake-log/list-log-entries.ts';
import { listLogGroups } from '../../services/intake-log/list-log-groups.ts';
import { router, viewerProcedure } from '../panel-trpc.ts';
import { idInput } from '../schemas/common.ts';
import {
  findLogInput,
  foundLogEntries,
  keylessInput,
  keylessRequests,
  listLogInput,
  logEntryDetail,
  logFilter,
  logGroups,
  logPage,
} from '../schemas/intake-log.ts';

export const intakeLogRouter = router({
  list: viewerProcedure
    .input(listLogInput)
    .output(logPage)
    .query(({ ctx, input }) => listLogEntries(ctx.db, ctx.actor, input)),
  groups: viewerProcedure
    .input(logFilter)
    .output(logGroups)
    .query(({ ctx, input }) => listLogGroups(ctx.db, ctx.actor, input)),
  get: viewerProcedure
    .input(idInput)
    .output(logEntryDetail)
    .query(({ ctx, input }) => getLogEntry(ctx.db, ctx.actor, input, ctx)),
  find: viewerProcedure
    .input(findLogInput)
    .output(foundLogEntries)
    .query(({ ctx, input }) => findLogEntries(ctx.db, ctx.actor, input)),
  keyless: viewerProcedure
    .input(keylessInput)
    .output(keylessRequests)
    .query(({ ctx, input }) => listKeylessRequests(ctx.db, ctx.actor, input)),
});
