import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { unreachableText } from '#app/_ui/connection.ts';

/** A refused or failed call. `message` can be shown to the user. */
export interface Failure {
  message: string;
  code: string | undefined;
  requestId: string | undefined;
  issues: { path: string; message: string }[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function issuesOf(value: unknown): Failure['issues'] {
  const issues = Array.isArray(value) ? value.filter(isRecord) : [];

  return issues.map(({ path, message }) => ({
    path: textOf(path) ?? '',
    message: textOf(message) ?? '',
  }));
}

const internalError = 'Something went wrong on our side. Try again in a moment.';

/**
 * Reads an error of tRPC. Any other error means that the server is unreachable. Without zod, because
 * every page loads this.
 */
export function readFailure(error: unknown): Failure {
  const data = isRecord(error) && isRecord(error.data) ? error.data : undefined;
  const code = textOf(data?.code);
  if (!isRecord(error) || !code) {
    return { message: unreachableText, code: undefined, requestId: undefined, issues: [] };
  }

  return {
    message:
      code === 'INTERNAL_SERVER_ERROR' ? internalError : (textOf(error.message) ?? internalError),
    code,
    requestId: textOf(data?.requestId),
    issues: issuesOf(data?.issues),
  };
}

/** Codes of failures that the same call would have again. */
const permanentCodes = new Set([
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
]);

/** Whether the same call may succeed a moment later. */
export const isTemporary = (error: unknown) => !permanentCodes.has(readFailure(error).code ?? '');

/**
 * Sets server errors on the form fields that they name and focuses the first of them. Other errors
 * are set on `root`, until the next submission.
 */
export function showFormFailure<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  fields: readonly Path<Values>[],
  error: unknown,
): void {
  const failure = readFailure(error);
  const rest = failure.issues.length === 0 ? [failure.message] : [];
  let focused = false;

  for (const issue of failure.issues) {
    const field = fields.find((each) => issue.path === each || issue.path.startsWith(`${each}.`));
    if (field) {
      form.setError(field, { message: issue.message }, { shouldFocus: !focused });
      focused = true;
    } else {
      rest.push(issue.message);
    }
  }

  if (rest.length > 0) form.setError('root', { message: rest.join(' ') });
}
