import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** `phones[1]`, `customFields.colour`, under the names that the caller wrote. */
function pathOf(issue: Issue, sentAs: ReadonlyMap<string, string>): string {
  const [field, ...inner] = issue.path;
  const start = sentAs.get(String(field)) ?? String(field);
  return inner.reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[${part}]` : `${path}.${String(part)}`),
    start,
  );
}

/** What is wrong with a record's own name is said inside of the issue. */
function wordsOf(issue: Issue): string {
  return issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
}

/** Every problem of a body with its path: `name: is required; phones[1]: must hold …`. */
export function describeIssues(
  issues: readonly Issue[],
  sentAs: ReadonlyMap<string, string>,
): string[] {
  return issues.map((issue) => `${pathOf(issue, sentAs)}: ${wordsOf(issue)}`);
}
