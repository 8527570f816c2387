import { type Answer, send } from './http-client.ts';
import { sessionHeaders } from './session-headers.ts';

interface Member {
  host: string;
  /** Of the company that is worked in. */
  slug: string;
  claims: Parameters<typeof sessionHeaders>[2];
}

/** How a member uses the panel over HTTP. */
export async function panelCaller({ host, slug, claims }: Member) {
  const headers = Object.fromEntries(await sessionHeaders(host, slug, claims));

  return {
    mutate: (port: number, procedure: string, input: object): Promise<Answer> =>
      send(port, {
        path: `/api/trpc/${procedure}`,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      }),
    query: (port: number, procedure: string, input: object): Promise<Answer> => {
      const query = new URLSearchParams({ input: JSON.stringify(input) });
      return send(port, { method: 'GET', path: `/api/trpc/${procedure}?${query}`, headers });
    },
    /** Opens a page of the company. */
    open: (port: number, path: string): Promise<Answer> =>
      send(port, { method: 'GET', path: `/${slug}/${path}`, headers }),
  };
}
