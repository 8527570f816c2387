import { z } from 'zod';

/** What the generator is told on standard input. */
export const loadOrder = z.object({
  port: z.int(),
  connections: z.int().min(1),
  /** Whole HTTP requests. Connection n sends the one at n, modulo their number, again and again. */
  requests: z.array(z.string()).min(1),
  warmUpSeconds: z.number().min(0),
  /** How long to measure; absent with `count`. */
  seconds: z.number().positive().optional(),
  /** How many answers to wait for instead. */
  count: z.int().positive().optional(),
});
export type LoadOrder = z.infer<typeof loadOrder>;

/** What the generator says on standard output. Times in milliseconds. */
export const loadResult = z.object({
  requests: z.int(),
  requestsPerSecond: z.number(),
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
  max: z.number(),
  errors: z.int(),
  /** The first answer that was no 201, or what broke the connection. */
  firstError: z.string().optional(),
});
export type LoadResult = z.infer<typeof loadResult>;
