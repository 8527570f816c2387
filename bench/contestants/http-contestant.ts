import type { Belongings } from '../belongings.ts';
import { runLoad } from '../load/run-load.ts';
import type { Service } from '../service.ts';
import type { Contestant } from './contestant.ts';

interface HttpContestantOptions {
  name: string;
  service: Service;
  requests: string[];
  prepare: () => Promise<void>;
}

/** A server that is called over HTTP. */
export function httpContestant(
  belongings: Belongings,
  { name, service, requests, prepare }: HttpContestantOptions,
): Contestant {
  return {
    name,
    prepare,
    measure: (load) => runLoad(belongings, { port: service.port, requests, ...load }),
  };
}
