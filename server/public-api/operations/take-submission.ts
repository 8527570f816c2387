import { z } from 'zod';
import type { PresetName } from '#db/values/inbound-addresses.ts';
import { createLeads, originOf } from '../../intake/create-lead.ts';
import type { Lead } from '../../intake/lead.ts';
import { lateRetryKey } from '../../intake/request-keys.ts';
import type { ApiKeyActor } from '../../services/actor.ts';
import { NotFoundError } from '../../services/errors.ts';
import { countCreated } from '../../usage/lead-counts.ts';
import { causeOf } from '../cause.ts';
import { createdLead } from '../created-lead.ts';
import { errors } from '../errors.ts';
import { addressProcedure } from '../inbound/address-procedure.ts';
import { isTrapped, nextPage, timeProblem } from '../inbound/html-form.ts';
import { comesFromOf, onceAPerson, readPreset } from '../inbound/presets.ts';
import { decodeBody } from '../inbound/read-submission.ts';
import { isFromSender } from '../inbound/verify-sender.ts';
import { type LeadInput, leadInput, parserOf } from '../lead-input.ts';
import type { PublicContext } from '../procedure.ts';
import { PublicError, unavailable } from '../response.ts';
import { createdExample, createdMessage, repeatedMessage } from './create-lead.ts';

const noPersonMessage = 'Nothing to create: the submission carries no person';
const trappedMessage = 'Nothing to create: a program has filled in the hidden field of the form';
const heldMessage = 'Held until it can be made a lead';

/** What a tool sends, as it came. The document says what may come. */
const anyBody = parserOf(
  z
    .looseObject({
      address: z.string().meta({
        description: 'From Settings → Inbound addresses',
        param: { example: 'in_7Qf2ZcXvB1nM4kLpR8sTgHjYw3aEd5uQ0mNsab' },
      }),
      name: z.unknown().optional(),
      email: z.unknown().optional(),
      phone: z.unknown().optional(),
    })
    .meta({
      title: 'Submission',
      description:
        'What the tool of the address sends: a JSON object, form fields or XML, of any shape, up to 64 KiB. Files are ignored.',
    }),
  (bytes: Uint8Array) => bytes,
);

type AddressContext = PublicContext & { actor: ApiKeyActor };

/** Reads a lead as the operation that creates one does, with answers that no name is known of. */
const readLead = (ctx: AddressContext, body: object): Promise<LeadInput> =>
  leadInput.parseAsync({
    params: ctx.params,
    header: () => undefined,
    body,
    mapping: ctx.actor.mapping,
    country: ctx.actor.country ?? undefined,
    keepsAnswers: true,
    countIgnored: () => {},
  });

/** The leads of a submission. Where one of several names no person, the others are leads. */
async function readLeads(ctx: AddressContext, bodies: readonly object[]): Promise<LeadInput[]> {
  const read = await Promise.allSettled(bodies.map((body) => readLead(ctx, body)));
  const leads = read.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const [failed] = read.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  if (leads.length === 0 && failed !== undefined) throw failed;

  return leads;
}

/** Why no lead could be made of a submission that is sound otherwise; `undefined` for other errors. */
function reasonToHold(error: unknown): string | undefined {
  if (error instanceof NotFoundError) return 'the step of the address is archived';
  if (!(error instanceof PublicError) || error.status !== 400) return undefined;

  // One cause, whichever fields a submission has: all that are held are mapped and sent again together.
  const hasNoPerson = error.issues.some(({ path, code }) => path === 'name' && code === 'required');
  return hasNoPerson ? 'no name, phone or email was found' : error.message;
}

/**
 * Stores a submission of which no lead could be made, until its fields are mapped or its step is changed.
 *
 * @throws the error, where the company stores no requests or a retry may succeed
 */
async function hold(ctx: AddressContext, error: unknown): Promise<null> {
  const reason = reasonToHold(error);
  if (reason === undefined) throw error;
  // To some tools, 404 means that the address is gone for ever.
  if (!ctx.actor.keepsBodies) throw error instanceof NotFoundError ? unavailable() : error;

  ctx.caller.message = `${heldMessage}: ${reason}`;
  ctx.caller.cause = causeOf(reason);
  await ctx.deadline.limit(ctx.hold());
  return answer(ctx, heldMessage);
}

/** A success without a lead. */
function answer(ctx: AddressContext, message: string): null {
  ctx.answer.success = { status: 200, message };
  return null;
}

async function create(
  ctx: AddressContext & { address: { preset: PresetName } },
  leads: readonly LeadInput[],
): Promise<Lead | null> {
  const { intake, caller, deadline, requestId, address } = ctx;
  const comesFrom = ctx.actor.comesFrom ?? comesFromOf(address.preset);
  const actor = { ...ctx.actor, comesFrom };
  const bodyKey =
    leads.length === 1 ? lateRetryKey(actor, ctx.params.stepId ?? '', caller.body) : undefined;
  const items = leads.map(({ submission, isTest }, index) => ({
    index,
    submission: { ...submission, origin: originOf(actor, isTest), requestId },
    bodyKey,
  }));
  const results = await createLeads(intake, actor, items, {
    idempotencyKey: undefined,
    isOncePerPerson: onceAPerson(address.preset),
    isDryRun: false,
    until: deadline.until,
  });
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;

  const done = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const created = items.filter((_, index) => done[index]?.kind === 'created');
  caller.created = countCreated(created.map(({ submission }) => submission));
  const [first] = done;
  caller.leadId = first?.lead.id ?? undefined;
  if (created.length === 0) {
    ctx.answer.headers['idempotent-replayed'] = 'true';
    caller.message = repeatedMessage;
  }
  // Guarantee: leads have their ids unless it is a dry run.
  return (first?.lead as Lead | undefined) ?? null;
}

export const takeSubmission = addressProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/in/{address}',
      protect: false,
      contentTypes: [
        'application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
      ],
      operationId: 'takeSubmission',
      tags: ['Leads'],
      summary: 'Send a submission of a form tool',
      description:
        'Takes what a form tool sends to an inbound address, in the shape of that tool: JSON, form fields or XML. The address stands for a key and a step, so no `X-API-Key` is sent: treat it like a secret. A submission in which no name, phone or email is found is held until its fields are mapped, and answered with 200 and `data: null`.',
      responseHeaders: z.object({
        'Idempotent-Replayed': z
          .literal('true')
          .optional()
          .meta({ description: '`true` when an earlier submission created the lead' }),
      }),
      successDescription: 'The lead and its contact are stored, or the submission is held',
    },
    success: { status: 200, message: createdMessage },
    examples: {
      body: { name: 'Maria Silva', phone: '+55 11 98765-4321', 'Which plan?': 'pro' },
      data: createdExample,
    },
    takesAnyBody: true,
  })
  .input(anyBody)
  .output(createdLead.nullable())
  .mutation(async ({ ctx, input }) => {
    const { address, request, caller } = ctx;
    const ipAddress = request.address() ?? '';
    const signed = { header: (name: string) => request.header(name), bytes: input };
    const isVerified =
      address.allows(ipAddress) &&
      (address.proof === null || isFromSender(address.preset, address.proof, signed));
    if (!isVerified) throw new PublicError(errors.senderNotVerified);

    const type = caller.submission ?? { preset: address.preset, contentType: '' };
    ctx.answer.next = address.form?.thankYouUrl ?? undefined;
    try {
      const body = decodeBody(input, type.contentType);
      ctx.answer.next = nextPage(body, address.form);
      if (address.preset === 'htmlForm' && isTrapped(body)) return answer(ctx, trappedMessage);

      const problem = timeProblem(body, address, Date.now());
      if (problem !== undefined) throw new PublicError({ status: 400, message: problem });

      const { bodies } = readPreset(address.preset, body);
      if (bodies.length === 0) return answer(ctx, noPersonMessage);

      return await create(ctx, await readLeads(ctx, bodies));
    } catch (error) {
      return hold(ctx, error);
    }
  });
