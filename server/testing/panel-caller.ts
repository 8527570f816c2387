import { type Answer, send } from './send.ts';
import { testSecrets } from './serve.ts';
import { sessionHeaders } from './session-headers.ts';

interface Member {
  host: string;
  /** Of the company that is worked in. */
  slug: string;
  claims: Parameters<typeof sessionHeaders>[2];
}

/** How a member calls procedures over HTTP that change something. */
export async function panelCaller({ host, slug, claims }: Member) {
  const headers = await sessionHeaders(host, slug, claims, testSecrets.AUTH_SECRET, 3_600);

  return (port: number, procedure: string, input: object): Promise<Answer> =>
    send(port, {
      path: `/api/trpc/${procedure}`,
      headers: { ...Object.fromEntries(headers), 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
}
