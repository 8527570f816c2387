import type { z } from 'zod';

type ZodIssue = z.core.$ZodIssue;

/** One thing that is wrong with a field. */
export interface FieldIssue {
  /** `phones[1]`, `customFields.colour`, under the names that the caller wrote. */
  path: string;
  message: string;
  /** For programs; never changes. */
  code: string;
}

/** All that `code` may be today. */
export const issueCodes = [
  'required',
  'invalid_type',
  'invalid_phone',
  'invalid_characters',
  'invalid_format',
  'unsafe_number',
  'too_long',
  'too_many',
  'conflict',
];

function pathOf(issue: ZodIssue, sentAs: ReadonlyMap<string, string>): string {
  const [field, ...inner] = issue.path;
  const start = sentAs.get(String(field)) ?? String(field);
  return inner.reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[${part}]` : `${path}.${String(part)}`),
    start,
  );
}

/** What zod says without a code of ours. */
const codes: Record<string, string> = {
  invalid_union: 'invalid_type',
  too_small: 'unsafe_number',
};

function codeOf(issue: ZodIssue): string {
  if (issue.code === 'custom') return String(issue.params?.code ?? 'invalid');
  if (issue.code === 'too_big') return issue.origin === 'array' ? 'too_many' : 'unsafe_number';
  if (issue.code === 'invalid_type' && issue.message === 'is required') return 'required';

  return codes[issue.code] ?? issue.code;
}

/** What is wrong with a record's own name is said inside of the issue. */
function culprit(issue: ZodIssue): ZodIssue {
  return issue.code === 'invalid_key' ? (issue.issues[0] ?? issue) : issue;
}

/** Every problem of a body, in the order of the fields. */
export function describeIssues(
  issues: readonly ZodIssue[],
  sentAs: ReadonlyMap<string, string>,
): FieldIssue[] {
  return issues.map((issue) => {
    const told = culprit(issue);
    return { path: pathOf(issue, sentAs), message: told.message, code: codeOf(told) };
  });
}
