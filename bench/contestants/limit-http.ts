import type { Belongings } from '../belongings.ts';
import type { Address } from '../fixture.ts';
import { type Service, startService } from '../service.ts';
import { requestTo, submission } from '../submission.ts';
import type { Contestant } from './contestant.ts';
import { httpContestant } from './http-contestant.ts';

/** Headers that Node adds by itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive']);

/** An answer of the product, for the limit to repeat. */
async function sampleAnswer(product: Service, { stepId, secret }: Address): Promise<string> {
  const answer = await fetch(`http://localhost:${product.port}/api/leads/public/${stepId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': secret },
    body: JSON.stringify(submission),
  });
  const body = await answer.text();
  if (answer.status !== 201) throw new Error(`The product answers ${answer.status}: ${body}`);

  const headers = [...answer.headers].filter(([name]) => !ownHeaders.has(name));
  return JSON.stringify({ headers: Object.fromEntries(headers), body });
}

/** Limit B: bare `node:http`. */
export async function limitHttp(
  belongings: Belongings,
  product: Service,
  address: Address,
): Promise<{ contestant: Contestant; service: Service }> {
  const args = ['bench/limits/http.ts', await sampleAnswer(product, address)];
  const service = await startService(belongings, { args });

  const contestant = httpContestant(belongings, {
    name: 'limit B',
    service,
    requests: [requestTo(address)],
    prepare: async () => {},
  });
  return { contestant, service };
}
