import { type Answer, send } from './send.ts';

interface Visit {
  /** Sent as a form, by POST. */
  form?: Record<string, string>;
  /** Sent as JSON, by POST. */
  json?: unknown;
  headers?: Record<string, string>;
}

const redirects = new Set([302, 303, 307, 308]);

/** What a page of a browser would read. */
function bodyOf({ form, json }: Visit): { type: string; text: string } | undefined {
  if (form)
    return {
      type: 'application/x-www-form-urlencoded',
      text: new URLSearchParams(form).toString(),
    };
  return json === undefined ? undefined : { type: 'application/json', text: JSON.stringify(json) };
}

/**
 * A browser as far as HTTP goes: it keeps the cookies of each host apart. Every host is this
 * machine, at the port of its address.
 */
export class Visitor {
  /** Where relative addresses lead. */
  readonly origin: string;
  /** The `Set-Cookie` lines of all answers. */
  readonly cookieLines: string[] = [];
  readonly #headers: Record<string, string>;
  readonly #jars = new Map<string, Map<string, string>>();

  /** @param headers sent with every request, as a proxy would add them */
  constructor(origin: string, headers: Record<string, string> = {}) {
    this.origin = origin;
    this.#headers = headers;
  }

  /** One request, without following where it leads. */
  async visit(address: string, visit: Visit = {}): Promise<Answer> {
    const url = new URL(address, this.origin);
    const body = bodyOf(visit);
    const answer = await send(Number(url.port), {
      method: body ? 'POST' : 'GET',
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        cookie: this.cookies(url.host),
        ...(body && {
          'content-type': body.type,
          'content-length': String(Buffer.byteLength(body.text)),
        }),
        ...this.#headers,
        ...visit.headers,
      },
      body: body?.text,
    });
    this.#keep(url.host, [answer.headers['set-cookie'] ?? []].flat());
    return answer;
  }

  /** Follows redirects, also to other hosts, until there is a page. Returns its address too. */
  async follow(address: string): Promise<Answer & { url: URL }> {
    let url = new URL(address, this.origin);
    for (let step = 0; step < 20; step += 1) {
      const answer = await this.visit(url.href);
      if (!redirects.has(answer.status)) return { ...answer, url };
      url = new URL(String(answer.headers.location), url);
    }
    throw new Error(`Too many redirects, the last to ${url.href}`);
  }

  /** What the sign-in form does. */
  async signIn(credentials: { email: string; password: string }, more = {}): Promise<Answer> {
    const form = { ...credentials, csrfToken: await this.csrfToken(), ...more };
    return this.visit('/api/auth/callback/credentials', { form });
  }

  async csrfToken(): Promise<string> {
    const { json } = await this.visit('/api/auth/csrf');
    return String(Reflect.get(Object(json), 'csrfToken'));
  }

  /** The `Cookie` header for a host. */
  cookies(host = new URL(this.origin).host): string {
    return Array.from(this.#jars.get(host) ?? [], (pair) => pair.join('=')).join('; ');
  }

  #keep(host: string, lines: readonly string[]): void {
    const jar = this.#jars.get(host) ?? new Map<string, string>();
    this.#jars.set(host, jar);
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    this.cookieLines.push(...lines);
  }
}
