import { z } from 'zod';
import { beginSecondFactor } from '../../services/second-factor/begin-second-factor.ts';
import { confirmSecondFactor } from '../../services/second-factor/confirm-second-factor.ts';
import { disableSecondFactor } from '../../services/second-factor/disable-second-factor.ts';
import { renewRecoveryCodes } from '../../services/second-factor/renew-recovery-codes.ts';
import { endOtherSessions, endSession } from '../../services/session/end-session.ts';
import { listSessions } from '../../services/session/list-sessions.ts';
import { changePassword } from '../../services/users/change-password.ts';
import { getAccount } from '../../services/users/get-account.ts';
import { setTimeZone } from '../../services/users/set-time-zone.ts';
import { router, viewerProcedure } from '../panel-trpc.ts';
import {
  accountView,
  changePasswordInput,
  codeInput,
  issuedRecoveryCodes,
  newSecondFactor,
  proofInput,
  sessionOfUser,
  setTimeZoneInput,
} from '../schemas/account.ts';
import { done, idInput } from '../schemas/common.ts';

/** One's own account: every member may do it all. */
export const accountRouter = router({
  get: viewerProcedure.output(accountView).query(({ ctx }) => getAccount(ctx.db, ctx.actor)),
  setTimeZone: viewerProcedure
    .input(setTimeZoneInput)
    .output(done)
    .mutation(({ ctx, input }) => setTimeZone(ctx.db, ctx.actor, input)),
  changePassword: viewerProcedure
    .input(changePasswordInput)
    .output(done)
    .mutation(({ ctx, input }) => changePassword(ctx.db, ctx.actor, input, ctx)),
  beginSecondFactor: viewerProcedure
    .input(proofInput)
    .output(newSecondFactor)
    .mutation(({ ctx, input }) => beginSecondFactor(ctx.db, ctx.actor, input, ctx)),
  confirmSecondFactor: viewerProcedure
    .input(codeInput)
    .output(issuedRecoveryCodes)
    .mutation(({ ctx, input }) => confirmSecondFactor(ctx.db, ctx.actor, input, ctx)),
  renewRecoveryCodes: viewerProcedure
    .input(proofInput)
    .output(issuedRecoveryCodes)
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx.db, ctx.actor, input, ctx)),
  disableSecondFactor: viewerProcedure
    .input(proofInput)
    .output(done)
    .mutation(({ ctx, input }) => disableSecondFactor(ctx.db, ctx.actor, input, ctx)),
  listSessions: viewerProcedure
    .output(z.array(sessionOfUser))
    .query(({ ctx }) => listSessions(ctx.db, ctx.actor, ctx.session)),
  endSession: viewerProcedure
    .input(idInput)
    .output(done)
    .mutation(({ ctx, input }) => endSession(ctx.db, ctx.actor, input)),
  endOtherSessions: viewerProcedure
    .output(z.object({ ended: z.int() }))
    .mutation(({ ctx }) => endOtherSessions(ctx.db, ctx.actor, ctx.session)),
});
