import { z } from 'zod';
import { runProgram } from './processes.ts';

/** What `autocannon.ts` is asked to do. */
export const loadOrder = z.object({
  url: z.url(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  connections: z.int().min(1),
  /** Seconds before the measurement, on the same connections. */
  warmUp: z.number().min(0),
  /** Seconds of measurement; absent with `count`. */
  seconds: z.number().positive().optional(),
  /** Number of answers after which the load ends. */
  count: z.int().positive().optional(),
});

/** `answers` includes those of the warm-up. Latencies in milliseconds. */
export const loadResult = z.object({
  answers: z.int(),
  requestsPerSecond: z.number(),
  p50: z.number(),
  p99: z.number(),
});

export type Load = Pick<z.infer<typeof loadOrder>, 'connections' | 'warmUp' | 'seconds' | 'count'>;
export type Request = Pick<z.infer<typeof loadOrder>, 'url' | 'headers' | 'body'>;
export type LoadResult = z.infer<typeof loadResult>;

/** What a form on a landing page sends: a person, and the campaign that brought them. */
const body = JSON.stringify({
  name: 'Maria Silva',
  phones: ['+55 11 98765-4321'],
  email: 'maria.silva@example.com',
  campaignName: 'Spring',
  utmSource: 'google',
  utmMedium: 'cpc',
  utmCampaign: 'spring-sale',
});

/** The creation of a lead at a step, on the server at `origin`. */
export function leadRequest(origin: string, stepId: string, secret: string): Request {
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': secret };
  return { url: `${origin}/api/leads/public/${stepId}`, headers, body };
}

/**
 * Sends load from a process of its own.
 *
 * @throws Error when any answer is not a 201
 */
export async function runLoad(request: Request, load: Load): Promise<LoadResult> {
  const order = JSON.stringify({ ...request, ...load });
  return loadResult.parse(JSON.parse(await runProgram({ args: ['bench/autocannon.ts', order] })));
}
