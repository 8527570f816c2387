import type { APIRequestContext } from '@playwright/test';
import { z } from 'zod';
import { unique } from './unique.ts';

const named = z.object({ id: z.uuid(), name: z.string() });
const namedList = z.object({ items: z.array(named) });
const made = z.object({ id: z.uuid() });
const funnelView = named.extend({ steps: z.array(named) });
const issuedKey = z.object({ key: named.extend({ hint: z.string() }), secret: z.string() });

export interface Step {
  id: string;
  name: string;
}
export interface Funnel extends Step {
  steps: Step[];
  /** The first one, for tests that need no other. */
  step: Step;
}
export interface IssuedKey extends Step {
  hint: string;
  secret: string;
}

interface KeySettings {
  name?: string;
  permissions?: string[];
  expiresAt?: string | null;
  funnelIds?: string[];
  stepIds?: string[];
}

/**
 * The panel's own calls, for what a test needs before it begins. Remembers what was made, and at
 * the end puts it out of the way: keys are deleted, funnels archived.
 */
export class Panel {
  readonly company: string;
  readonly #http: APIRequestContext;
  readonly #mine = new Set<string>();

  /** @param http signed in as an admin of the company */
  constructor(http: APIRequestContext, company: string) {
    this.#http = http;
    this.company = company;
  }

  /** What a test makes by hand, by its id or name, is put away at the end too. */
  willRemove(idOrName: string): void {
    this.#mine.add(idOrName);
  }

  async createFunnel({ name = unique('Funnel'), steps = ['First', 'Second'] } = {}) {
    const { id } = made.parse(await this.#call('funnels.create', { name, steps }));
    this.willRemove(id);

    return this.getFunnel(id);
  }

  async getFunnel(id: string): Promise<Funnel> {
    const funnel = funnelView.parse(await this.#call('funnels.get', { id }));

    return { ...funnel, step: funnel.steps[0] ?? { id: '', name: '' } };
  }

  async archiveFunnel(id: string): Promise<void> {
    await this.#call('funnels.archive', { id });
  }

  async archiveStep(id: string): Promise<void> {
    await this.#call('steps.archive', { id });
  }

  async createKey(settings: KeySettings = {}): Promise<IssuedKey> {
    const plain = { permissions: ['leads:create'], expiresAt: null, funnelIds: [], stepIds: [] };
    const input = { name: unique('Key'), ...plain, ...settings };
    const { key, secret } = issuedKey.parse(await this.#call('apiKeys.create', input));
    this.willRemove(key.id);

    return { ...key, secret };
  }

  async deactivateKey(id: string): Promise<void> {
    await this.#call('apiKeys.deactivate', { id });
  }

  /** Of the last 24 hours, as far as they are counted already. */
  async requestsOf(id: string): Promise<number> {
    const usage = z.object({ requestsLast24h: z.number() });

    return usage.parse(await this.#call('apiKeys.get', { id })).requestsLast24h;
  }

  async tidyUp(): Promise<void> {
    if (this.#mine.size === 0) return;

    for (const { id, name } of await this.#mineOf('apiKeys.list', { filter: 'all' })) {
      await this.#call('apiKeys.deactivate', { id });
      await this.#call('apiKeys.delete', { id, name });
    }
    for (const { id } of await this.#mineOf('funnels.list', { archived: false })) {
      await this.archiveFunnel(id);
    }
  }

  async #mineOf(procedure: string, input: object): Promise<Step[]> {
    const { items } = namedList.parse(await this.#call(procedure, input));

    return items.filter(({ id, name }) => this.#mine.has(id) || this.#mine.has(name));
  }

  async #call(procedure: string, input: object): Promise<unknown> {
    const url = `/api/trpc/${procedure}`;
    const headers = { 'x-leadgate-company': this.company };
    const reads = /\.(list|get)$/.test(procedure);
    const answer = await (reads
      ? this.#http.get(url, { headers, params: { input: JSON.stringify(input) } })
      : this.#http.post(url, { headers, data: input }));
    if (!answer.ok()) throw new Error(`${procedure}: ${await answer.text()}`);

    const { result } = z
      .object({ result: z.object({ data: z.unknown() }) })
      .parse(await answer.json());
    return result.data;
  }
}
