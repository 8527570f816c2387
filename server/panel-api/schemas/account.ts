import { z } from 'zod';
import { passwordLength } from '#db/values/limits.ts';
import { sentInstant, timeZone } from './common.ts';

const password = z.string().min(1, 'Enter your password').max(passwordLength.longest);
const lengthMessage = `Use ${passwordLength.shortest} to ${passwordLength.longest} characters`;
const newPassword = z
  .string()
  .min(passwordLength.shortest, lengthMessage)
  .max(passwordLength.longest, lengthMessage);
/** Of the app, or a recovery code; blanks and dashes are people's own. */
const code = z.string().trim().min(1, 'Enter the code').max(40, 'A code is shorter than that');

/** What one sees of one's own account beside name and email. */
export const accountView = z.object({
  secondFactor: z.object({
    /** `null`: it is off. */
    confirmedAt: sentInstant.nullable(),
    recoveryCodesLeft: z.int(),
  }),
});

export type AccountView = z.infer<typeof accountView>;

/** `null`: the company's. */
export const setTimeZoneInput = z.object({ timeZone: timeZone.nullable() });

/** Before a sensitive change. The code is needed where the second factor is on. */
export const proofInput = z.object({ password, code: code.optional() });

export const changePasswordInput = proofInput.extend({ newPassword });

export const codeInput = z.object({ code });

/** A browser in which the user is signed in. */
export const sessionOfUser = z.object({
  id: z.uuid(),
  browser: z.string(),
  address: z.string(),
  signedInAt: sentInstant,
  lastSeenAt: sentInstant,
  isCurrent: z.boolean(),
});

export type SessionOfUser = z.infer<typeof sessionOfUser>;

/** Shown once. `uri` is for a QR code, `secret` for typing. */
export const newSecondFactor = z.object({ uri: z.string(), secret: z.string() });

export type NewSecondFactor = z.infer<typeof newSecondFactor>;

/** Shown once. */
export const issuedRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
