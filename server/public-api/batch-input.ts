import { z } from 'zod';
import type { Submission } from '../intake/lead.ts';
import { timeSlices } from '../intake/time-slices.ts';
import { maxBatchLeads, maxBodyBytes } from '../limits.ts';
import { explainNames } from './diagnose/explain.ts';
import { errors } from './errors.ts';
import { fieldHeaders, type RequestOptions, readOptions } from './lead-headers.ts';
import { parserOf, readLead, submissionOf } from './lead-input.ts';
import { stepIdParameter } from './lead-schema.ts';
import { assertDepth, type RawInput } from './read-json.ts';
import { type FieldIssue, invalidFields, PublicError } from './response.ts';

/** The body with the step of the path, for the document. */
const createLeadsInput = z
  .object({
    leads: z
      .array(z.unknown().meta({ $ref: '#/components/schemas/NewLead' }))
      .meta({ minItems: 1, maxItems: maxBatchLeads }),
    stepId: stepIdParameter,
  })
  .meta({ title: 'NewLeads', description: `1 to ${maxBatchLeads} leads, 1 MiB in all` });

type BatchLead = Omit<Submission, 'origin' | 'requestId'> | PublicError;

export interface BatchInput extends RequestOptions {
  /** In the order of the body: each lead, or the error that refuses it. */
  leads: BatchLead[];
  /** For the answer: ignored and cut fields of all leads. */
  responseHeaders: Record<string, string>;
}

function issueOf(leads: unknown, others: readonly string[]): FieldIssue | undefined {
  const issue = (message: string, code: string) => ({
    path: 'leads',
    pointer: '/leads',
    message,
    code,
  });
  if (leads === undefined || leads === null) {
    return issue(`is required${explainNames(others)}`, 'required');
  }
  if (!Array.isArray(leads)) return issue('must be a list of leads', 'invalid_type');
  return leads.length === 0 ? issue('must hold at least one lead', 'required') : undefined;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws PublicError 400, 413: as for a lead sent alone, before its fields are read */
function assertReadable(lead: unknown, index: number): asserts lead is object {
  if (!isObject(lead)) {
    const place = { path: `leads[${index}]`, pointer: '' };
    throw invalidFields([{ ...place, message: 'must be an object', code: 'invalid_type' }], {});
  }
  // The depth first: JSON of any depth cannot be written, only read.
  assertDepth(lead);
  if (Buffer.byteLength(JSON.stringify(lead)) > maxBodyBytes) {
    throw new PublicError(errors.bodyTooLarge);
  }
}

/** @throws PublicError 400, 413 that refuses the whole batch */
async function readBatch(raw: RawInput): Promise<BatchInput> {
  const { params, header, body } = raw;
  const [options, issues] = readOptions(header);
  const { leads: sent }: { leads?: unknown } = body;
  const others = Object.keys(body).filter((name) => name !== 'leads');
  const issue = issueOf(sent, others);
  if (issue) issues.push(issue);
  if (!Array.isArray(sent) || issues.length > 0) {
    throw invalidFields(issues, fieldHeaders(others, []));
  }
  if (sent.length > maxBatchLeads) throw new PublicError(errors.batchTooLarge);

  const ignored = new Set<string>();
  const cut = new Set<string>();
  const read = (lead: unknown, index: number): BatchLead => {
    try {
      assertReadable(lead, index);
    } catch (error) {
      if (error instanceof PublicError) return error;
      throw error;
    }
    const { fields, issues, ...named } = readLead(lead, raw);
    for (const name of named.ignored) ignored.add(name);
    for (const name of named.cut) cut.add(name);
    return fields ? submissionOf(fields, named, params) : invalidFields(issues, {});
  };
  const yieldWhenDue = timeSlices();
  const leads: BatchLead[] = [];
  for (const [index, lead] of sent.entries()) {
    leads.push(read(lead, index));
    await yieldWhenDue();
  }
  raw.countIgnored([...ignored]);
  const allIgnored = new Set([...others, ...ignored]);
  return { ...options, leads, responseHeaders: fieldHeaders([...allIgnored], [...cut]) };
}

export const batchInput = parserOf(createLeadsInput, readBatch);
