import { z } from 'zod';
import { createLeads as createAll, originOf } from '../../intake/create-lead.ts';
import { lateRetryKey } from '../../intake/request-keys.ts';
import { maxBatchBytes } from '../../limits.ts';
import { countCreated } from '../../usage/lead-counts.ts';
import { addTo, type ItemEnd, type Outcome } from '../../usage/request-end.ts';
import { type BatchLead, batchInput } from '../batch-input.ts';
import { causeOf } from '../cause.ts';
import { createdLead, previewedLead } from '../created-lead.ts';
import { explainStepNotFound } from '../diagnose/explain.ts';
import { errors } from '../errors.ts';
import { requestHeaders } from '../lead-headers.ts';
import { issueCodes } from '../lead-input.ts';
import { compiled, dryRun, publicProcedure, takeFromRate } from '../procedure.ts';
import { asksForProblem, PublicError, problemType, typeOf } from '../response.ts';
import { splitBatch } from '../split-batch.ts';
import { createdExample, createdMessage, leadExample, repeatedMessage } from './create-lead.ts';

const place = { index: z.int().meta({ description: 'Place in the batch, from 0' }) };

const fieldIssue = z
  .object({
    path: z.string().meta({ description: 'As you wrote it', examples: ['phones[1]'] }),
    pointer: z
      .string()
      .optional()
      .meta({
        format: 'json-pointer',
        description:
          'To it in the body, for a lead of a batch in the lead (RFC 6901); absent for a header',
        examples: ['/phones/1'],
      }),
    message: z.string().meta({ examples: ['must hold 8 to 15 digits with country code'] }),
    code: z.string().meta({ description: 'For programs; more may be added', examples: issueCodes }),
  })
  .meta({ id: 'FieldIssue' });

const onlyProblems = `only with \`Accept: ${problemType}\``;

const refusedLead = z
  .object({
    ...place,
    status: z.int(),
    error: z.string(),
    type: z
      .string()
      .optional()
      .meta({ description: `As in a problem, ${onlyProblems}` }),
    issues: z
      .array(fieldIssue)
      .optional()
      .meta({ description: `What is wrong with its fields, ${onlyProblems}` }),
    warnings: z
      .array(fieldIssue)
      .optional()
      .meta({ description: `What else was not read as it was sent, ${onlyProblems}` }),
  })
  .meta({ id: 'RefusedLead', description: 'Status and text as for one lead' });

/**
 * Strict, so that each output fits one of the two.
 *
 * @param counts of leads that were not refused
 * @param lead schema of such a lead
 */
const batchResult = <Counts extends z.ZodRawShape, Lead extends z.ZodType>(
  id: string,
  status: 200 | 201,
  counts: Counts,
  lead: Lead,
) =>
  z
    .strictObject({
      ...counts,
      replayed: z.int().meta({ description: 'Repeats of leads that were there' }),
      failed: z.int(),
      results: z
        .array(
          z.union([
            z
              .object({
                ...place,
                status: z.literal(status),
                replayed: z.literal(true).optional(),
                data: lead,
                warnings: z
                  .array(fieldIssue)
                  .optional()
                  .meta({
                    description: `What was not read as it was sent, in a dry run or ${onlyProblems}`,
                  }),
              })
              .meta({ id: `${id}Lead` }),
            refusedLead,
          ]),
        )
        .meta({ description: 'One for each lead, in their order' }),
    })
    .meta({ id: `${id}Batch` });

const created = batchResult('Created', 201, { created: z.int() }, createdLead);
const previewed = batchResult(
  'Previewed',
  200,
  {
    created: z.int().meta({ description: '0: a dry run creates nothing' }),
    wouldCreate: z.int().meta({ description: 'Leads that would be created' }),
  },
  previewedLead,
);

const examples = (counts: object, status: number, data: object) => ({
  ...counts,
  replayed: 0,
  failed: 1,
  results: [
    { index: 0, status, data },
    { index: 1, status: 429, error: 'Too many requests' },
  ],
});

/** Turns errors of leads into public ones. Explains once what is wrong with the step. */
function publicErrorsOf(ctx: Parameters<typeof explainStepNotFound>[0]) {
  let stepNotFound: Promise<PublicError> | undefined;

  return async (thrown: unknown): Promise<PublicError> => {
    const error = ctx.describeError(thrown);
    if (error.message !== errors.stepNotFound.message) return error;

    stepNotFound ??= explainStepNotFound(ctx, thrown).catch(ctx.describeError);
    return stepNotFound;
  };
}

/** @throws PublicError when all leads fail alike for a reason outside of them: 404, or 500 and above */
function throwCommonFailure(leads: number, refused: readonly PublicError[]): void {
  const [first] = refused;
  const isOfAll =
    refused.length === leads &&
    refused.every(({ status }) => status === first?.status) &&
    (first?.status === 404 || Number(first?.status) >= 500);
  if (isOfAll) throw first;
}

function countOutcomes(
  results: readonly (PublicError | { kind: 'created' | 'repeated' })[],
): Map<Outcome, number> {
  const counts = new Map<Outcome, number>();
  for (const each of results) {
    const created = 'kind' in each && each.kind === 'created' ? 'created' : 'replayed';
    const outcome = each instanceof PublicError ? each.status : created;
    addTo(counts, outcome, 1);
  }
  return counts;
}

/** What became of each lead, for the intake log. */
const itemsOf = (
  results: readonly (PublicError | { kind: 'created' | 'repeated'; lead: { id: string | null } })[],
  bodies: readonly Uint8Array[],
): ItemEnd[] =>
  results.map((each, index) => {
    const body = bodies[index];
    if (each instanceof PublicError) {
      const { status, message } = each;
      return { status, isReplayed: false, message, cause: causeOf(message), body };
    }
    const isReplayed = each.kind === 'repeated';
    const message = isReplayed ? repeatedMessage : createdMessage;
    return { status: 201, isReplayed, message, leadId: each.lead.id ?? undefined, body };
  });

/** The first refusal with its place in the batch: `leads[3]: name: is required`. */
function describeFirst(results: readonly (PublicError | object)[]): string {
  const index = results.findIndex((each) => each instanceof PublicError);
  const error = results[index];
  if (!(error instanceof PublicError)) return '';

  const place = `leads[${index}]`;
  return `. ${error.message.startsWith(place) ? '' : `${place}: `}${error.message}`;
}

/** `Batch: 3 created, 1 replayed, 2 refused with 400`. */
function describeOutcomes(counts: ReadonlyMap<Outcome, number>): string {
  const parts = Array.from(counts, ([outcome, leads]) =>
    typeof outcome === 'number' ? `${leads} refused with ${outcome}` : `${leads} ${outcome}`,
  );
  return `Batch: ${parts.join(', ')}`;
}

const warningsOf = (lead: BatchLead | undefined) =>
  lead && !(lead instanceof PublicError) ? [...lead.warnings] : [];

/** The longest `Retry-After` of the refused leads, if any has one. */
function latestRetry(refused: readonly PublicError[]): Record<string, string> {
  const seconds = refused.map(({ headers }) => Number(headers['retry-after'] ?? 0));
  const latest = Math.max(0, ...seconds);
  return latest === 0 ? {} : { 'retry-after': String(latest) };
}

export const createLeads = publicProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/leads/public/{stepId}/batch',
      operationId: 'createLeads',
      tags: ['Leads'],
      summary: 'Create many leads',
      description:
        'Creates each lead as if it had been sent alone: a refused one does not refuse the others. Each counts towards the rate of the key; those beyond it are refused with 429.',
      requestHeaders: requestHeaders(
        'Makes a retry of the whole batch safe: send the same leads in the same order with the same key',
      ),
      responseHeaders: z.object({
        'Retry-After': z.int().optional().meta({
          description: 'Seconds after which leads refused with 429 or 503 may be accepted',
        }),
      }),
      successDescription: 'What became of each lead',
    },
    success: { status: 200, message: 'Batch processed' },
    examples: {
      body: { leads: [leadExample, { name: 'João Souza' }] },
      data: examples({ created: 1 }, 201, createdExample),
      dryRun: examples({ created: 0, wouldCreate: 1 }, 200, {
        ...createdExample,
        id: null,
        contactId: null,
      }),
    },
    permission: 'leads:create',
    bodyLimit: { bytes: maxBatchBytes, error: errors.batchBodyTooLarge },
  })
  .input(batchInput)
  .output(compiled(z.union([created, previewed])))
  .mutation(async ({ ctx, input }) => {
    const { leads, isDryRun, isTest, idempotencyKey, wantsWarnings, responseHeaders } = input;
    // The request has taken the first.
    const others = leads.slice(1).map(() => takeFromRate(ctx, ctx.actor));
    const beyondRate = (await Promise.all(others)).filter((error) => error !== undefined);
    const { body } = ctx.caller;
    const needsBodies = ctx.actor.keepsBodies || ctx.actor.replayedUntil !== null;
    const bodies = body && needsBodies ? splitBatch(body) : [];
    const items = leads.slice(0, leads.length - beyondRate.length).flatMap((lead, index) => {
      if (lead instanceof PublicError) return [];
      return {
        index,
        submission: {
          ...lead.submission,
          origin: originOf(ctx.actor, isTest || lead.isTest),
          requestId: ctx.requestId,
        },
        bodyKey: lateRetryKey(ctx.actor, lead.submission.stepId, bodies[index]),
      };
    });
    ctx.caller.idempotencyKey = idempotencyKey;
    const { until } = ctx.deadline;
    const settled = await createAll(ctx.intake, ctx.actor, items, {
      idempotencyKey,
      isDryRun,
      until,
    });

    const outcomes = new Map(items.map(({ index }, n) => [index, settled[n]]));
    const toError = publicErrorsOf(ctx);
    const results = await Promise.all(
      leads.map((lead, index) => {
        const outcome = outcomes.get(index);
        if (outcome?.status === 'fulfilled') return outcome.value;
        if (lead instanceof PublicError) return lead;
        return toError(outcome ? outcome.reason : beyondRate.at(-1));
      }),
    );
    const refused = results.filter((each) => each instanceof PublicError);
    const counts = countOutcomes(results);
    if (!isDryRun) {
      ctx.caller.leads = counts;
      const created = items.filter((_, n) => {
        const outcome = settled[n];
        return outcome?.status === 'fulfilled' && outcome.value.kind === 'created';
      });
      ctx.caller.created = countCreated(created.map(({ submission }) => submission));
      ctx.caller.items = itemsOf(results, bodies);
    }
    throwCommonFailure(leads.length, refused);

    if (isDryRun) ctx.answer.success = dryRun;
    else ctx.caller.message = describeOutcomes(counts) + describeFirst(results);
    Object.assign(ctx.answer.headers, responseHeaders, latestRetry(refused));
    const replayed = results.filter((each) => 'kind' in each && each.kind === 'repeated').length;
    const accepted = results.length - replayed - refused.length;
    const wantsProblems = asksForProblem(ctx.request.header('accept'));
    const outcome = {
      replayed,
      failed: refused.length,
      results: results.map((each, index) => {
        if (each instanceof PublicError) {
          const { issues, warnings } = each;
          const problem = { type: typeOf(each), issues: [...issues], warnings: [...warnings] };
          const refusal = { index, status: each.status, error: each.message };
          return { ...refusal, ...(wantsProblems && problem) };
        }
        const status: 200 | 201 = isDryRun ? 200 : 201;
        const warnings = wantsWarnings ? warningsOf(leads[index]) : [];
        return {
          index,
          status,
          ...(each.kind === 'repeated' && { replayed: true as const }),
          data: each.lead,
          ...(warnings.length > 0 && { warnings }),
        };
      }),
    };
    if (isDryRun) return { created: 0, wouldCreate: accepted, ...outcome };
    // Guarantee: leads have their IDs unless it is a dry run. The output schema checks it.
    return { created: accepted, ...outcome } as z.input<typeof created>;
  });
