import { type Agent, request } from 'node:http';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: unknown;
}

export interface Call {
  method?: string;
  /** Sent unchanged. */
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
  /** Keeps connections for more than one request. */
  agent?: Agent;
}

/**
 * One HTTP request with full control of request line and headers, on a connection of its own unless
 * there is an agent.
 */
export function send(
  port: number,
  { method = 'POST', path, headers = {}, body, agent }: Call,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { port, host: '127.0.0.1', method, path, headers, agent: agent ?? false },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => {
          const isJson =
            response.headers['content-type']?.startsWith('application/json') && text !== '';
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: isJson ? JSON.parse(text) : undefined,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export interface PendingRequest {
  /** Sends the body. */
  finish(): Promise<number | string>;
  /** The status, or the code of the error. */
  outcome: Promise<number | string>;
}

/** A request that the server has accepted and whose body is still to be sent. */
export function sendHead(port: number, { method = 'POST', path, headers, body = '' }: Call) {
  return new Promise<PendingRequest>((resolve, reject) => {
    const outgoing = request({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: { ...headers, expect: '100-continue', 'content-length': Buffer.byteLength(body) },
      agent: false,
    });
    const outcome = new Promise<number | string>((settle) => {
      outgoing.on('response', (response) => {
        response.resume();
        settle(response.statusCode ?? 0);
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        settle(error.code ?? error.message);
        reject(error);
      });
    });
    const finish = () => {
      outgoing.end(body);
      return outcome;
    };
    outgoing.on('continue', () => resolve({ finish, outcome }));
    outgoing.flushHeaders();
  });
}

interface ClientRequest {
  /** Sent as a form, by POST. */
  form?: Record<string, string>;
  /** Sent as JSON, by POST. */
  json?: unknown;
  headers?: Record<string, string>;
}

const redirects = new Set([302, 303, 307, 308]);

function bodyOf({ form, json }: ClientRequest): { type: string; text: string } | undefined {
  if (form)
    return {
      type: 'application/x-www-form-urlencoded',
      text: new URLSearchParams(form).toString(),
    };
  return json === undefined ? undefined : { type: 'application/json', text: JSON.stringify(json) };
}

/**
 * Keeps cookies by host, as a browser does. Every host is this machine, at the port of its address.
 */
export class HttpClient {
  /** The base of relative addresses. */
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
  async request(address: string, sent: ClientRequest = {}): Promise<Answer> {
    const url = new URL(address, this.origin);
    const body = bodyOf(sent);
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
        ...sent.headers,
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
      const answer = await this.request(url.href);
      if (!redirects.has(answer.status)) return { ...answer, url };
      url = new URL(String(answer.headers.location), url);
    }
    throw new Error(`Too many redirects, the last to ${url.href}`);
  }

  /** What the sign-in form does. */
  async signIn(credentials: { email: string; password: string }, more = {}): Promise<Answer> {
    const form = { ...credentials, csrfToken: await this.csrfToken(), ...more };
    return this.request('/api/auth/callback/credentials', { form });
  }

  async csrfToken(): Promise<string> {
    const { json } = await this.request('/api/auth/csrf');
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
