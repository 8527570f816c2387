import { phase } from '#server/process/progress.mjs';
import type { Belongings } from './belongings.ts';
import { httpContestant } from './contestants/http-contestant.ts';
import { limitDatabase } from './contestants/limit-database.ts';
import { limitHttp } from './contestants/limit-http.ts';
import { startFastify } from './contestants/peer-fastify.ts';
import { buildNext, startNext } from './contestants/peer-next.ts';
import type { Contestants } from './parts/throughput.ts';
import type { Service } from './service.ts';
import type { Stage } from './stage.ts';
import { requestTo } from './submission.ts';

interface LineUp {
  contestants: Contestants;
  /** Ends the peers; the product stays. */
  dismiss(): Promise<void>;
}

/** Starts the peers and limits beside the product, all on one database. */
export async function lineUp(
  belongings: Belongings,
  stage: Stage,
  product: Service,
  isFull: boolean,
): Promise<LineUp> {
  const { url, address, reset } = stage;
  const one = [requestTo(address)];
  const called = (name: string, service: Service, requests = one) =>
    httpContestant(belongings, { name, service, requests, prepare: reset });

  const limitB = await limitHttp(belongings, product, address);
  const fastify = await phase('Starting peer 1', () => startFastify(belongings, url));
  const contestants: Contestants = {
    product: called('product', product),
    limitA: limitDatabase(belongings, stage),
    limitB: limitB.contestant,
    peer1: called('peer 1', fastify),
  };
  const services = [limitB.service, fastify];

  if (isFull) {
    await phase('Building peer 2', () => buildNext(belongings));
    const next = await phase('Starting peer 2', () => startNext(belongings, url));
    services.push(next);
    contestants.peer2 = called('peer 2', next);
    const all = stage.fixture.addresses.map(requestTo);
    contestants.manyKeys = called('product, 64 keys and steps', product, all);
  }

  return {
    contestants,
    dismiss: async () => {
      for (const service of services) await service.stop();
    },
  };
}
