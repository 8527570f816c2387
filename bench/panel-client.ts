import { z } from 'zod';

export interface Account {
  email: string;
  password: string;
}

const csrf = z.object({ csrfToken: z.string() });
const sessionCookie = 'leadgate.session';

/** A signed-in user of one company's panel, as the browser calls it. */
export class PanelClient {
  readonly #origin: string;
  readonly #headers: Record<string, string>;

  private constructor(origin: string, cookie: string, companySlug: string) {
    this.#origin = origin;
    this.#headers = { cookie, 'x-leadgate-company': companySlug };
  }

  /** @throws Error when the account is refused */
  static async signIn(port: number, account: Account, companySlug: string): Promise<PanelClient> {
    const origin = `http://localhost:${port}`;
    const first = await fetch(`${origin}/api/auth/csrf`);
    const { csrfToken } = csrf.parse(await first.json());
    const answer = await fetch(`${origin}/api/auth/callback/credentials`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, cookie: cookiesOf(first) },
      body: new URLSearchParams({ ...account, csrfToken, json: 'true' }),
    });
    await answer.text();

    const cookie = cookiesOf(answer);
    if (!cookie.includes(sessionCookie)) throw new Error(`${account.email} cannot sign in`);
    return new PanelClient(origin, cookie, companySlug);
  }

  /** @throws Error unless the procedure answers with a result */
  async call(procedure: string, input: object): Promise<void> {
    const query = new URLSearchParams({ input: JSON.stringify(input) });
    const answer = await fetch(`${this.#origin}/api/trpc/${procedure}?${query}`, {
      headers: this.#headers,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${procedure} answers ${answer.status}: ${text}`);
  }
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}
