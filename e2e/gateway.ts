import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base } from './fixtures.ts';

const streamPath = '/api/trpc/changes.follow';

/** Passes requests on to the server, so that a test can count them and take the server away. */
export class Gateway {
  readonly #upstream: URL;
  readonly #server = createServer((incoming, answer) => {
    const { method, headers, url } = incoming;
    const isStream = url?.startsWith(streamPath) ?? false;
    if (isStream) {
      this.streams += 1;
      this.openStreams += 1;
      answer.on('close', () => {
        this.openStreams -= 1;
      });
    }
    const { hostname, port } = this.#upstream;
    const outgoing = request({ hostname, port, method, headers, path: url }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  #port = 0;
  /** Event streams that are open, and all that were opened. */
  openStreams = 0;
  streams = 0;

  constructor(upstream: string) {
    this.#upstream = new URL(upstream);
  }

  /** Takes connections; after `stop`, on the same port. */
  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(this.#port, done));
    this.#port = portOf(this.#server.address());
  }

  /** Cuts all connections and refuses new ones. */
  async stop(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done));
    this.#server.closeAllConnections();
    await closed;
  }

  get isStarted(): boolean {
    return this.#server.listening;
  }

  get origin(): string {
    return `http://${this.#upstream.hostname}:${this.#port}`;
  }
}

const portOf = (address: AddressInfo | string | null) =>
  typeof address === 'object' ? (address?.port ?? 0) : 0;

/** Tests whose browser reaches the server through `gateway`. */
export const test = base.extend<object, { gateway: Gateway }>({
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names in it
    async ({}, use) => {
      const gateway = new Gateway(process.env.PLAYWRIGHT_BASE_URL ?? '');
      await gateway.start();
      await use(gateway);
      await gateway.stop();
    },
    { scope: 'worker' },
  ],
  origin: [async ({ gateway }, use) => use(gateway.origin), { scope: 'worker' }],
});
