import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { readFailure } from './failure.ts';

/**
 * Puts a refusal of the server at the fields it names and focuses the first of them.
 * What belongs to no field of `fields` is returned, to be shown for the whole form.
 */
export function showFormFailure<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  fields: readonly Path<Values>[],
  error: unknown,
): string | undefined {
  const failure = readFailure(error);
  const rest: string[] = [];
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

  if (failure.issues.length === 0) return failure.message;
  return rest.length > 0 ? rest.join(' ') : undefined;
}
