/**
 * Whether Next would take the request for a Server Action. The product has none, and Next writes a line
 * into the log for each, with the text that the caller chose.
 */
export const isServerAction = (
  method: string | undefined,
  header: (name: string) => string | null | undefined,
): boolean =>
  method === 'POST' &&
  (typeof header('next-action') === 'string' ||
    header('content-type')?.toLowerCase().startsWith('multipart/form-data') === true);
