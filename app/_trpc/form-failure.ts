import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { readFailure } from './failure.ts';

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
