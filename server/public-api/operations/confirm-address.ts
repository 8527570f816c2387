import { z } from 'zod';
import { errors } from '../errors.ts';
import { addressProcedure } from '../inbound/address-procedure.ts';
import { parserOf } from '../lead-input.ts';
import type { RawInput } from '../read-json.ts';
import { PublicError } from '../response.ts';

/** A number so far; no markup, since the answer repeats it. */
const challengePattern = /^[\w-]{1,200}$/;

const challenge = parserOf(z.object({ address: z.string() }), ({ body }: RawInput) => {
  const { 'hub.challenge': sent }: { 'hub.challenge'?: unknown } = body;
  return typeof sent === 'string' && challengePattern.test(sent) ? sent : undefined;
});

/**
 * Meta's question before it sends webhooks to an address: it wants its challenge back, as plain text.
 * Any verify token will do, since the address is a secret itself:
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started
 */
export const confirmAddress = addressProcedure
  .meta({
    openapi: { method: 'GET', path: '/in/{address}', protect: false, enabled: false },
    success: { status: 200, message: 'Confirmed' },
    examples: { data: null },
  })
  .input(challenge)
  .output(z.null())
  .query(({ ctx, input }) => {
    if (ctx.address.preset !== 'whatsappCloud' || input === undefined) {
      throw new PublicError(errors.methodNotAllowed, { headers: { allow: 'POST' } });
    }
    ctx.caller.isLookUp = true;
    ctx.answer.text = input;
    return null;
  });
