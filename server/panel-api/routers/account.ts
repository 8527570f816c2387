import { beginSecondFactor } from '../../services/second-factor/begin-second-factor.ts';
import { confirmSecondFactor } from '../../services/second-factor/confirm-second-factor.ts';
import { disableSecondFactor } from '../../services/second-factor/disable-second-factor.ts';
import { renewRecoveryCodes } from '../../services/second-factor/renew-recovery-codes.ts';
import { changePassword } from '../../services/users/change-password.ts';
import { getAccount } from '../../services/users/get-account.ts';
import { setTimeZone } from '../../services/users/set-time-zone.ts';
import { router, viewerProcedure } from '../panel-trpc.ts';
import {
  accountView,
  changePasswordInput,
  codeInput,
  disableSecondFactorInput,
  issuedRecoveryCodes,
  newSecondFactor,
  passwordInput,
  setTimeZoneInput,
} from '../schemas/account.ts';
import { done } from '../schemas/common.ts';

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
    .input(passwordInput)
    .output(newSecondFactor)
    .mutation(({ ctx, input }) => beginSecondFactor(ctx.db, ctx.actor, input, ctx)),
  confirmSecondFactor: viewerProcedure
    .input(codeInput)
    .output(issuedRecoveryCodes)
    .mutation(({ ctx, input }) => confirmSecondFactor(ctx.db, ctx.actor, input, ctx)),
  renewRecoveryCodes: viewerProcedure
    .input(passwordInput)
    .output(issuedRecoveryCodes)
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx.db, ctx.actor, input, ctx)),
  disableSecondFactor: viewerProcedure
    .input(disableSecondFactorInput)
    .output(done)
    .mutation(({ ctx, input }) => disableSecondFactor(ctx.db, ctx.actor, input, ctx)),
});
