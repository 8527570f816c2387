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
