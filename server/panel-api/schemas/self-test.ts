import { z } from 'zod';

/** Secrets of throw-away keys, which the page sends and does not show. */
export const selfTestSetup = z.object({
  funnelId: z.uuid(),
  stepId: z.uuid(),
  keyIds: z.array(z.uuid()),
  secrets: z.object({
    full: z.string(),
    limited: z.string(),
    inactive: z.string(),
    expired: z.string(),
  }),
});

export const finishSelfTestInput = z.object({ keyIds: z.array(z.uuid()).max(10) });
export const finishedSelfTest = z.object({ removedKeys: z.int() });

export type SelfTestSetup = z.infer<typeof selfTestSetup>;
