import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#db/id.ts';
import { type Answer, send } from './http-client.ts';
import { RawClient } from './raw-client.ts';
import type { Tenant } from './tenant.ts';

/** One request that was sent, under a unique name. */
export interface Sent {
  readonly name: string;
  readonly port: number;
  /** Absent while there is none, and when the connection ended without one. */
  answer?: Answer;
  /** Milliseconds from the first byte out to the last byte in. */
  took?: number;
}

interface Creation {
  stepId?: string;
  secret?: string;
  /** Behind a name that no other creation has. */
  nameEnd?: string;
  fields?: Record<string, unknown>;
}

/** Milliseconds that a share of 0 to 1 of them did not exceed. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}

/** Creates leads as integrators do, and keeps a ledger of what was sent and answered. */
export class Load {
  readonly ledger: Sent[] = [];
  readonly #tenant: Tenant;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #rawClients: RawClient[] = [];
  #addresses = 0;

  constructor(tenant: Tenant) {
    this.#tenant = tenant;
  }

  /** Never rejects: a connection that ends early leaves an entry without an answer. */
  async create(port: number, creation: Creation = {}): Promise<Sent> {
    const sent: Sent = { name: `Lead ${newId()}${creation.nameEnd ?? ''}`, port };
    this.ledger.push(sent);
    const began = performance.now();
    try {
      sent.answer = await send(port, { ...this.#call(sent.name, creation), agent: this.#agent });
      sent.took = performance.now() - began;
    } catch {
      // The entry stays without an answer.
    }
    return sent;
  }

  /** Sends another one on 503: the machine may be busy with other work. */
  async createPatiently(port: number, creation?: Creation): Promise<Sent> {
    for (;;) {
      const sent = await this.create(port, creation);
      if (sent.answer?.status !== 503) return sent;
      await sleep(100);
    }
  }

  burst(port: number, count: number, creation?: Creation): Promise<Sent[]> {
    return Promise.all(Array.from({ length: count }, () => this.create(port, creation)));
  }

  /** A whole request, byte for byte. It is not in the ledger. */
  text(name = 'Lead'): string {
    const { path, headers, body } = this.#call(name);
    const lines = Object.entries({ ...headers, 'content-length': body.length });
    const head = lines.map((line) => line.join(': ')).join('\r\n');
    return `POST ${path} HTTP/1.1\r\n${head}\r\n\r\n${body}`;
  }

  /** Many at the least cost: in one write on one connection, without reading the answers. */
  sendUnread(port: number, count: number): void {
    const calls = Array.from({ length: count }, () => {
      const name = `Lead ${newId()}`;
      this.ledger.push({ name, port });
      return this.text(name);
    });
    const client = new RawClient(port);
    void client.write(calls.join(''));
    this.#rawClients.push(client);
  }

  /** Closed loop: so many clients, each sends its next request when it has its answer. */
  closedLoop(port: number, clients: number, creation: () => Creation = () => ({})) {
    let isStopped = false;
    const one = async () => {
      while (!isStopped) if (!(await this.create(port, creation())).answer) await sleep(20);
    };
    const done = Promise.all(Array.from({ length: clients }, one));
    return {
      stop: async () => {
        isStopped = true;
        await done;
      },
    };
  }

  /** Open loop: so many requests a second, answered or not. */
  openLoop(port: number, perSecond: number, creation?: Creation) {
    const pending: Promise<Sent>[] = [];
    const timer = setInterval(
      () => pending.push(this.create(port, creation)),
      Math.round(1_000 / perSecond),
    );
    return {
      stop: async () => {
        clearInterval(timer);
        await Promise.all(pending);
      },
    };
  }

  /** How many got this status; without one, how many got no answer. */
  count(status?: number): number {
    return this.ledger.filter(({ answer }) => answer?.status === status).length;
  }

  /** The statuses that were answered. `undefined` stands for no answer. */
  get statuses(): (number | undefined)[] {
    return [...new Set(this.ledger.map(({ answer }) => answer?.status))].sort();
  }

  close(): void {
    this.#agent.destroy();
    for (const client of this.#rawClients) client.close();
  }

  /** Another one for each request: the failed keys of an address are limited. */
  #newAddress(): string {
    this.#addresses += 1;
    const groups = [16, 8, 0].map((bits) => (this.#addresses >> bits) & 255);
    return `10.${groups.join('.')}`;
  }

  #call(name: string, { stepId, secret, fields }: Creation = {}) {
    return {
      path: `/api/leads/public/${stepId ?? this.#tenant.stepId}`,
      headers: {
        host: this.#tenant.host,
        'x-api-key': secret ?? this.#tenant.secret,
        'content-type': 'application/json',
        'x-forwarded-for': this.#newAddress(),
      },
      body: JSON.stringify({ name, ...fields }),
    };
  }
}
