import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';

/** What happens to a request. */
export type Fate =
  | 'forward'
  /** The connection is cut; the server gets nothing. */
  | 'cut before'
  /** The server answers; the connection is cut without it. */
  | 'cut after'
  /** The connection is cut in the middle of the answer. */
  | 'cut within'
  /** The server gets the request; nothing is answered. */
  | 'stall'
  | { status: number; headers?: Record<string, string>; body?: string };

interface Sent {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
  /** By `performance.now()`. */
  at: number;
}

/** Stands before a server, and fails as networks and proxies do. */
export class FaultyProxy {
  readonly #targetPort: () => number;
  readonly #server = createServer((incoming, outgoing) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    incoming.on('end', () => {
      const { method, url: path, headers } = incoming;
      const sent = { method, path, headers, body, at: performance.now() };
      this.sent.push(sent);
      this.#obey(this.fates.shift() ?? 'forward', sent, outgoing);
    });
  });
  /** Of the next requests; those after them are forwarded. */
  fates: Fate[] = [];
  /** All requests. */
  sent: Sent[] = [];

  /** @param targetPort called once the server of the test is there */
  constructor(targetPort: () => number) {
    this.#targetPort = targetPort;
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get baseUrl(): string {
    const address = this.#server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return `http://127.0.0.1:${port}/api`;
  }

  /** Forgets what came before. */
  expect(...fates: Fate[]): void {
    this.fates = fates;
    this.sent = [];
  }

  /** Header of each request that was sent. */
  headers(name: string): unknown[] {
    return this.sent.map(({ headers }) => headers[name]);
  }

  #obey(fate: Fate, { method, path, headers, body }: Sent, outgoing: ServerResponse): void {
    if (fate === 'cut before') return void outgoing.destroy();
    if (typeof fate === 'object') {
      outgoing.writeHead(fate.status, fate.headers).end(fate.body ?? '');
      return;
    }

    const onward = request(
      { port: this.#targetPort(), host: '127.0.0.1', method, path, headers },
      (answer) => {
        if (fate === 'cut after') outgoing.destroy();
        if (fate === 'cut after' || fate === 'stall') return void answer.resume();

        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        if (fate === 'forward') return void answer.pipe(outgoing);
        answer.once('data', (bytes: Buffer) => {
          outgoing.write(bytes.subarray(0, bytes.length / 2), () => outgoing.destroy());
        });
      },
    );
    onward.on('error', () => outgoing.destroy());
    onward.end(body);
  }
}
