import { z } from 'zod';
import type { Submission } from '../intake/lead.ts';
import { timeSlices } from '../intake/time-slices.ts';
import { maxBatchLeads, maxBodyBytes } from '../limits.ts';
import { explainNames } from './diagnose/explain.ts';
import { errors } from './errors.ts';
import { leadHeaders, type RequestOptions, readOptions } from './lead-headers.ts';
import { parserOf, submissionOf } from './lead-input.ts';
import { stepIdParameter } from './lead-schema.ts';
import { assertDepth, type RawInput } from './read-json.ts';
import { readLead } from './read-lead.ts';
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

export type BatchLead =
  | {
      submission: Omit<Submission, 'origin' | 'requestId'>;
      /** The sender calls this one a test. */
      isTest: boolean;
      warnings: readonly FieldIssue[];
    }
  | PublicError;

export interface BatchInput extends RequestOptions {
  /** In the order of the body: each lead, or the error that refuses it. */
  leads: BatchLead[];
  /** For the answer: what was found in all leads. */
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
    throw invalidFields([{ ...place, message: 'must be an object', code: 'invalid_type' }]);
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
    const headers = leadHeaders({ ignored: others, unread: [], truncated: [] });
    throw invalidFields(issues, { headers });
  }
  if (sent.length > maxBatchLeads) throw new PublicError(errors.batchTooLarge);

  const names = {
    ignored: new Set<string>(),
    unread: new Set<string>(),
    truncated: new Set<string>(),
  };
  const read = (sentLead: unknown, index: number): BatchLead => {
    try {
      assertReadable(sentLead, index);
    } catch (error) {
      if (error instanceof PublicError) return error;
      throw error;
    }
    const lead = readLead(sentLead, { ...raw, isStrict: options.isStrict });
    for (const name of lead.ignored) names.ignored.add(name);
    for (const name of lead.unread) names.unread.add(name);
    for (const name of lead.truncated) names.truncated.add(name);
    const { fields, issues, warnings, isTest } = lead;
    if (!fields) return invalidFields(issues, { warnings });
    return { submission: submissionOf(fields, params), isTest, warnings };
  };
  const yieldWhenDue = timeSlices();
  const leads: BatchLead[] = [];
  for (const [index, lead] of sent.entries()) {
    leads.push(read(lead, index));
    await yieldWhenDue();
  }
  raw.countIgnored([...names.ignored]);
  const found = {
    ignored: [...new Set([...others, ...names.ignored])],
    unread: [...names.unread],
    truncated: [...names.truncated],
  };
  return { ...options, leads, responseHeaders: leadHeaders(found) };
}

export const batchInput = parserOf(createLeadsInput, readBatch);
