import { z } from 'zod';
import { runProgram } from './processes.ts';

/** What `autocannon.ts` is asked to do. */
export const loadOrder = z.object({
  url: z.url(),
  method: z.enum(['GET', 'POST']),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
  /** Any other status fails the load. */
  status: z.int(),
  connections: z.int().min(1),
  /** Seconds before the measurement, on the same connections. */
  warmUp: z.number().min(0),
  /** Seconds of measurement. */
  seconds: z.number().positive(),
});

/** Requests a second, and latencies in milliseconds. */
export const loadResult = z.object({
  rate: z.number(),
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
});

type LoadOrder = z.infer<typeof loadOrder>;
export type Load = Pick<LoadOrder, 'connections' | 'warmUp' | 'seconds'>;
export type Request = Omit<LoadOrder, keyof Load>;
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

/** The creation of a lead at a step. */
export const leadRequest = (origin: string, stepId: string, secret: string): Request => ({
  url: `${origin}/api/leads/public/${stepId}`,
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-API-Key': secret },
  body,
  status: 201,
});

/**
 * Sends load from a process of its own.
 *
 * @throws Error when any answer has another status
 */
export async function runLoad(request: Request, load: Load): Promise<LoadResult> {
  const args = ['bench/autocannon.ts', JSON.stringify({ ...request, ...load })];
  return loadResult.parse(JSON.parse(await runProgram(process.execPath, args)));
}
