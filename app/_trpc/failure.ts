import { z } from 'zod';

/** What the panel knows about a refused or failed call. `message` may be shown as it stands. */
export interface Failure {
  message: string;
  code: string | undefined;
  requestId: string | undefined;
  issues: { path: string; message: string }[];
}

const answered = z.object({
  message: z.string(),
  data: z.object({
    code: z.string(),
    requestId: z.string().optional(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
});

const unreachable = 'The server cannot be reached. Check your connection and try again.';

/** Reads what tRPC threw. Anything that is no answer of ours is a server out of reach. */
export function readFailure(error: unknown): Failure {
  const parsed = answered.safeParse(error);
  if (!parsed.success) {
    return { message: unreachable, code: undefined, requestId: undefined, issues: [] };
  }

  const { message, data } = parsed.data;
  return {
    message:
      data.code === 'INTERNAL_SERVER_ERROR'
        ? 'Something went wrong on our side. Try again in a moment.'
        : message,
    code: data.code,
    requestId: data.requestId,
    issues: data.issues ?? [],
  };
}
