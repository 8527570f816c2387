import { DrizzleQueryError } from 'drizzle-orm';
import postgres from 'postgres';
import { isUnreachable } from '#db/errors.ts';

const unwritable = /^(EACCES|EROFS|EPERM|ENOTDIR|ENOSPC|ENOENT)$/;

function textOf(error: Error): string {
  if (error instanceof postgres.PostgresError) return `The database refused: ${error.message}`;

  if (isUnreachable(error)) {
    // Node gathers the failures of every address of a host in one error without a message.
    const [first] = error instanceof AggregateError ? error.errors : [];
    const { message } = first instanceof Error ? first : error;
    return `The database cannot be reached: ${message}`;
  }
  const code = 'code' in error ? String(error.code) : '';
  if ('path' in error && unwritable.test(code))
    return `DATA_DIR cannot be written: ${code} (${String(error.path)})`;
  return error.message || error.name;
}

/** The lines of a text as one line, as logs and terminals take it. */
export const inOneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

/** Why the program cannot start or go on, in one line for the operator. */
export function describeFailure(error: unknown): string {
  // The message of drizzle holds the statement and its values.
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return inOneLine(cause instanceof Error ? textOf(cause) : String(cause));
}
