/** The embedded server cannot be had; `message` is one line for the operator. */
export class EmbeddedServerError extends Error {}

/** What went wrong, in the words of the system or library that said it. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
