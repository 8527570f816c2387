import { z } from 'zod';
import type { Request } from './load.ts';
import { httpTarget, type LeadServer, type Target } from './targets.ts';

const csrf = z.object({ csrfToken: z.string() });

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

/** @returns the cookies of the administrator's session, as a browser sends them */
export async function signIn({ service: { url }, installation }: LeadServer) {
  const { email, password } = installation.admin;
  const first = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = csrf.parse(await first.json());
  const signedIn = await fetch(`${url}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url, cookie: cookiesOf(first) },
    body: new URLSearchParams({ email, password, csrfToken, json: 'true' }),
  });
  return cookiesOf(signedIn);
}

/** What the browser sends with every call, with a session. */
async function panelHeaders(product: LeadServer) {
  return { cookie: await signIn(product), 'x-leadgate-company': 'bench' };
}

const queryUrl = ({ service }: LeadServer, procedure: string, input: object) =>
  `${service.url}/api/trpc/${procedure}?${new URLSearchParams({ input: JSON.stringify(input) })}`;

/** Sends queries with one session. */
export async function panelRequest(product: LeadServer) {
  const headers = await panelHeaders(product);
  /**
   * @returns the answer, and the milliseconds from the request to its last byte
   * @throws Error with a status other than 200
   */
  return async (procedure: string, input: object) => {
    const began = performance.now();
    const answer = await fetch(queryUrl(product, procedure, input), { headers });
    const text = await answer.text();
    const taken = performance.now() - began;
    if (answer.status !== 200) throw new Error(`${procedure} got ${answer.status}`);
    return { text, taken };
  };
}

/** A query of the page of a step, with a session. */
export async function panelTarget(
  product: LeadServer,
  procedure: 'steps.get' | 'leads.list',
): Promise<Target> {
  const { name, installation, service } = product;
  const { stepId, checkpoint } = installation;
  const request: Request = {
    url: queryUrl(product, procedure, procedure === 'steps.get' ? { id: stepId } : { stepId }),
    method: 'GET',
    headers: await panelHeaders(product),
    status: 200,
  };
  return httpTarget(`${procedure}, ${name}`, service, request, checkpoint);
}
