import type { z } from 'zod';
import type { Submission } from '../intake/lead.ts';
import { leadHeaders, type RequestOptions, readOptions } from './lead-headers.ts';
import { createLeadInput } from './lead-schema.ts';
import { assertDepth, type RawInput } from './read-json.ts';
import { type ReadLead, readLead } from './read-lead.ts';
import { type FieldIssue, invalidFields } from './response.ts';

/** All codes of field issues. */
export const issueCodes = [
  'required',
  'invalid_type',
  'invalid_phone',
  'unknown_country',
  'invalid_email',
  'invalid_characters',
  'invalid_format',
  'placeholder',
  'too_long',
  'too_many',
  'conflict',
];

/** Input of the operation that creates a lead. */
export interface LeadInput extends RequestOptions {
  /** Its origin depends on the key too. */
  submission: Omit<Submission, 'origin' | 'requestId'>;
  /** For the answer to a created lead. */
  responseHeaders: Record<string, string>;
}

export const submissionOf = (
  fields: NonNullable<ReadLead['fields']>,
  params: RawInput['params'],
): LeadInput['submission'] => ({ ...fields, stepId: params.stepId ?? '' });

/** @throws PublicError 400 that names every problem */
function readOneLead(raw: RawInput): LeadInput {
  const { params, header, body } = raw;
  assertDepth(body);
  const [options, optionIssues] = readOptions(header);
  const lead = readLead(body, { ...raw, isStrict: options.isStrict });
  const { fields, issues, warnings, isTest } = lead;
  raw.countIgnored(lead.ignored);
  const responseHeaders = leadHeaders({
    ...lead,
    warnings: options.wantsWarnings ? warnings : [],
  });
  const all: FieldIssue[] = [...optionIssues, ...issues];
  if (!fields || all.length > 0) throw invalidFields(all, { headers: responseHeaders, warnings });

  return {
    ...options,
    isTest: options.isTest || isTest,
    submission: submissionOf(fields, params),
    responseHeaders,
  };
}

/**
 * An input parser that reads a raw input with `read`. trpc-to-openapi sees the schema.
 *
 * tRPC calls `parseAsync` of a parser and nothing else, and infers its types from `_input` and
 * `_output`: hence the cast holds.
 */
export function parserOf<Output, Raw = RawInput>(
  schema: z.ZodType,
  read: (raw: Raw) => Output | Promise<Output>,
) {
  const parseAsync = async (raw: Raw) => read(raw);
  return Object.assign(schema.clone(), { parseAsync }) as unknown as {
    _input: unknown;
    _output: Output;
    parseAsync(raw: unknown): Promise<Output>;
  };
}

export const leadInput = parserOf(createLeadInput, readOneLead);
