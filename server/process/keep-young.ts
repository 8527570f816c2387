import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from making objects of requests in its old generation. It does so with a kind of object
 * of which the first ones lived long, as those of requests do that wait for a first connection, and
 * goes on with it: one process in four grew by half within 200,000 leads.
 */
export function keepObjectsOfRequestsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
