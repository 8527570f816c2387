import type { APIRequestContext } from '@playwright/test';
import { z } from 'zod';
import { unique } from './helpers.ts';

const named = z.object({ id: z.uuid(), name: z.string() });
const namedList = z.object({ items: z.array(named) });
const createdId = z.object({ id: z.uuid() });
const funnelView = named.extend({ steps: z.array(named) });
const issuedAddress = z.object({ item: named, address: z.string() });
const issuedKey = z.object({ key: named.extend({ hint: z.string() }), secret: z.string() });

export interface Step {
  id: string;
  name: string;
}
export interface Funnel extends Step {
  steps: Step[];
  /** The first step. */
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
  rateLimit?: number;
  kind?: string;
}

/** The value before a change, and after it. */
interface Edit {
  from: string;
  to: string;
}

/**
 * Calls of the panel API, to set up tests. Records what was created; at the end keys are deleted and
 * funnels archived.
 */
export class Panel {
  readonly company: string;
  readonly #http: APIRequestContext;
  readonly #created = new Set<string>();

  /** @param http signed in as an admin of the company */
  constructor(http: APIRequestContext, company: string) {
    this.#http = http;
    this.company = company;
  }

  /** Records the id or name of something that a test creates in the panel. */
  removeAtEnd(idOrName: string): void {
    this.#created.add(idOrName);
  }

  /** @param outcomes marks of steps, by name */
  async createFunnel({
    name = unique('Funnel'),
    steps = ['First', 'Second'],
    outcomes = {},
  }: {
    name?: string;
    steps?: string[];
    outcomes?: Record<string, 'won' | 'lost'>;
  } = {}) {
    const marked = steps.map((step) => ({ name: step, outcome: outcomes[step] }));
    const { id } = createdId.parse(await this.#call('funnels.create', { name, steps: marked }));
    this.removeAtEnd(id);

    return this.getFunnel(id);
  }

  async getFunnel(id: string): Promise<Funnel> {
    const funnel = funnelView.parse(await this.#call('funnels.get', { id }));

    return { ...funnel, step: funnel.steps[0] ?? { id: '', name: '' } };
  }

  async archiveFunnel(id: string): Promise<void> {
    await this.#call('funnels.archive', { id });
  }

  /** @param moveTo the step that its leads move to; for one that has none it may be absent */
  async archiveStep(id: string, moveTo?: string): Promise<void> {
    await this.#call('steps.archive', { id, moveTo });
  }

  async changeLead(id: string, values: { status: Edit }): Promise<void> {
    await this.#call('leads.update', { id, ...values });
  }

  /** @param step the IDs of the steps */
  async moveLead(id: string, step: Edit): Promise<void> {
    await this.#call('leads.move', { id, step });
  }

  async editLead(id: string, values: { name?: Edit; email?: Edit; message?: Edit }): Promise<void> {
    await this.#call('leads.edit', { id, ...values });
  }

  /** @param owner the IDs of members */
  async assignLead(id: string, owner: { from: string | null; to: string | null }): Promise<void> {
    await this.#call('leads.assign', { id, owner });
  }

  /** For the admin. The server takes one that became due within the last minute. */
  async planFollowUp(id: string, to: Date): Promise<void> {
    await this.#call('leads.planFollowUp', {
      id,
      followUpAt: { from: null, to: to.toISOString() },
    });
  }

  async deleteLead(id: string): Promise<void> {
    await this.#call('leads.changeMany', { ids: [id], change: { field: 'deleted', to: true } });
  }

  /** The id of the agent, in a company with a single one. */
  agentId(): Promise<string> {
    return this.#memberId('agent');
  }

  /** The same for the admin. */
  adminId(): Promise<string> {
    return this.#memberId('admin');
  }

  async #memberId(asked: string): Promise<string> {
    const members = z.array(named.extend({ role: z.string() }));
    const listed = members.parse(await this.#call('members.list', {}));

    return listed.find(({ role }) => role === asked)?.id ?? '';
  }

  /** Stays changed: for a company of the test. */
  async updateCompany(settings: {
    agentsSee?: 'all' | 'own' | 'ownAndUnassigned';
    contactTarget?: number;
  }): Promise<void> {
    await this.#call('companies.update', settings);
  }

  /** Templates stay: in a shared company, tests create none. */
  async createTemplate(template: {
    name: string;
    channel: 'whatsapp' | 'email' | null;
    subject?: string;
    text: string;
  }): Promise<void> {
    await this.#call('messageTemplates.create', { subject: null, ...template });
  }

  async createKey(settings: KeySettings = {}): Promise<IssuedKey> {
    const plain = { permissions: ['leads:create'], expiresAt: null, funnelIds: [], stepIds: [] };
    const input = { name: unique('Key'), ...plain, ...settings };
    const { key, secret } = issuedKey.parse(await this.#call('apiKeys.create', input));
    this.removeAtEnd(key.id);

    return { ...key, secret };
  }

  /** With a key of its own. Addresses stay: in a shared company, tests delete them. */
  async createAddress(stepId: string, preset: string): Promise<Step & { url: string }> {
    const input = { name: unique('Address'), preset, stepId, apiKeyId: null };
    const { item, address } = issuedAddress.parse(
      await this.#call('inboundAddresses.create', input),
    );
    return { ...item, url: `/api/in/${address}` };
  }

  async markSecretCopied(id: string): Promise<void> {
    await this.#call('apiKeys.markSecretCopied', { id });
  }

  async deactivateKey(id: string): Promise<void> {
    await this.#call('apiKeys.deactivate', { id });
  }

  /** Of a key that had no mapping. */
  async mapFields(id: string, rules: readonly { path: string[]; field: string }[]): Promise<void> {
    await this.#call('apiKeys.saveMapping', { id, rules, comesFrom: null, version: 0 });
  }

  hasKey(id: string): Promise<boolean> {
    return this.#has('apiKeys.get', id);
  }

  /** A test counts as well. */
  hasLead(id: string): Promise<boolean> {
    return this.#has('leads.get', id);
  }

  /** The requests of a key that the intake log has counted by cause; its entries are written then. */
  async loggedOf(keyId: string): Promise<number> {
    const groups = z.object({ items: z.array(z.object({ requests: z.number() })) });
    const { items } = groups.parse(await this.#call('intakeLog.groups', { keyIds: [keyId] }));

    return items.reduce((sum, { requests }) => sum + requests, 0);
  }

  async removeAll(): Promise<void> {
    if (this.#created.size === 0) return;

    for (const { id, name } of await this.#listCreated('apiKeys.list', { filter: 'all' })) {
      await this.#call('apiKeys.deactivate', { id });
      await this.#call('apiKeys.delete', { id, name });
    }
    for (const { id } of await this.#listCreated('funnels.list', { archived: false })) {
      await this.archiveFunnel(id);
    }
  }

  async #has(procedure: string, id: string): Promise<boolean> {
    try {
      await this.#call(procedure, { id });
      return true;
    } catch (error) {
      if (String(error).includes('NOT_FOUND')) return false;
      throw error;
    }
  }

  async #listCreated(procedure: string, input: object): Promise<Step[]> {
    const { items } = namedList.parse(await this.#call(procedure, input));

    return items.filter(({ id, name }) => this.#created.has(id) || this.#created.has(name));
  }

  async #call(procedure: string, input: object): Promise<unknown> {
    const url = `/api/trpc/${procedure}`;
    const headers = { 'x-leadgate-company': this.company };
    const reads = /\.(list|get|groups)$/.test(procedure);
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
