import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ClientOptions, createClient, LeadgateError } from '../src/index.ts';
import { withApi } from './api.ts';

const api = withApi();
const { proxy } = api;
const hour = 3_600_000;

let reading: ReturnType<typeof createClient>;
beforeAll(async () => {
  const { secret } = await api.tenant.newKey({ permissions: ['leads:create', 'leads:read'] });
  reading = api.client({ apiKey: secret });
});

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('the call has succeeded'),
    (error: unknown) => error,
  );

describe('createLead', () => {
  it('returns the lead, and what the server has to say about its fields', async () => {
    proxy.expect();
    const lead = {
      name: api.newName(),
      segment: 'A',
      gclid: 'g'.repeat(600),
      email: 'by phone',
      city: 'São Paulo',
    };
    const created = await api
      .client()
      .createLead(api.tenant.stepId, lead, { requestId: 'my-request' });
    expect(created).toEqual({
      lead: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        contactId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        segment: 'A',
        status: 'new',
        priority: 'medium',
        temperature: 'warm',
        source: 'google',
        medium: 'cpc',
        channel: 'paid_search',
        createdAt: expect.stringMatching(/Z$/),
      },
      replayed: false,
      warnings: { unread: ['email'], ignored: ['city'], truncated: ['gclid'] },
      requestId: 'my-request',
    });
    expect(proxy.headers('user-agent')).toEqual(['leadgate-client/0.1.0']);
    expect(await api.count(lead.name)).toBe(1);
  });

  it('with isTest creates tests, also in a batch', async () => {
    const lead = { name: api.newName() };
    proxy.expect();
    await api.client().createLead(api.tenant.stepId, lead, { isTest: true });
    await api.client().createLeads(api.tenant.stepId, [lead], { isTest: true });
    expect(proxy.headers('x-test-lead')).toEqual(['true', 'true']);
  });

  it('decodes the names of ignored fields', async () => {
    const lead = { name: api.newName(), 'País, cidade': 'x', other: 1 };
    const { warnings } = await api.client().createLead(api.tenant.stepId, lead);
    expect(warnings.ignored).toEqual(['País, cidade', 'other']);
  });

  it('with the same idempotencyKey returns the same lead', async () => {
    const lead = { name: api.newName() };
    const options = { idempotencyKey: randomUUID() };
    const first = await api.client().createLead(api.tenant.stepId, lead, options);
    const again = await api.client().createLead(api.tenant.stepId, lead, options);
    expect([again.lead, again.replayed]).toEqual([first.lead, true]);
    const other = api.client().createLead(api.tenant.stepId, { name: 'Other' }, options);
    expect(await failureOf(other)).toMatchObject({ status: 422, kind: 'key-misused' });
  });

  it('twice without one creates two leads', async () => {
    const lead = { name: api.newName() };
    await api.client().createLead(api.tenant.stepId, lead);
    await api.client().createLead(api.tenant.stepId, lead);
    expect(await api.count(lead.name)).toBe(2);
  });

  it('takes a baseUrl with a slash at its end, and the address of the application alone', async () => {
    const origin = new URL(proxy.baseUrl).origin;
    for (const baseUrl of [`${proxy.baseUrl}/`, origin, `${origin}/`]) {
      expect(await api.client({ baseUrl }).getMe()).toMatchObject({ id: api.tenant.key.id });
    }
  });

  it('uses the given fetch', async () => {
    const urls: string[] = [];
    const client = api.client({
      fetch: (url, init) => {
        urls.push(url);
        return fetch(url, init);
      },
    });
    await client.getMe();
    expect(urls).toEqual([`${proxy.baseUrl}/me`]);
  });
});

describe('dryRunLead', () => {
  it('returns what would be created, and creates nothing', async () => {
    const name = api.newName();
    const { lead, replayed } = await api.client().dryRunLead(api.tenant.stepId, { name });
    expect([lead.id, lead.contactId, lead.status, replayed]).toEqual([null, null, 'new', false]);
    expect(await api.count(name)).toBe(0);
  });

  it('names a lead that exists', async () => {
    const known = { name: api.newName(), externalLeadId: randomUUID() };
    const { lead } = await api.client().createLead(api.tenant.stepId, known);
    const again = await api.client().dryRunLead(api.tenant.stepId, known);
    expect([again.lead.id, again.replayed]).toEqual([lead.id, true]);
  });
});

describe('reading', () => {
  it('finds a lead by its id and by its external id', async () => {
    const externalLeadId = `a&b=ç ${randomUUID()}`;
    const { lead } = await reading.createLead(api.tenant.stepId, {
      name: api.newName(),
      externalLeadId,
    });
    const stored = { ...lead, stepId: api.tenant.stepId, externalLeadId };
    expect(await reading.getLead(lead.id)).toEqual(stored);
    expect(await reading.findLeads({ externalLeadId })).toEqual([stored]);
    expect(await reading.findLeads({ externalLeadId: randomUUID() })).toEqual([]);
    expect(await failureOf(reading.getLead(randomUUID()))).toMatchObject({
      status: 404,
      kind: 'lead-not-found',
    });
  });

  it('lists leads in the order in which they came, page by page', async () => {
    const { stepId } = api.tenant;
    const ids: string[] = [];
    for (const name of ['first', 'second']) {
      const { lead } = await reading.createLead(stepId, { name });
      ids.push(lead.id);
    }
    // Before the leads of all other tests.
    await api.sql`
      update leads set created_at = created_at - interval '1 day' where id = any(${ids})`;

    const first = await reading.listLeads({ after: '2020-01-01T00:00:00Z', stepId, limit: 1 });
    const second = await reading.listLeads({ after: first.after, limit: 1 });
    expect([...first.leads, ...second.leads].map(({ id }) => id)).toEqual(ids);
    const last = await reading.listLeads({ after: new Date().toISOString() });
    expect(last).toEqual({ leads: [], after: expect.stringMatching(/./) });
    expect(await reading.listLeads(last)).toEqual(last);
    expect((await reading.listLeads()).leads.map(({ id }) => id)).toContain(ids[1]);

    const refused = reading.listLeads({ after: 'yesterday' });
    expect(await failureOf(refused)).toMatchObject({ status: 400, kind: 'invalid-fields' });
    await expect(reading.listLeads({ stepId: 'new' })).rejects.toThrow('stepId must be a UUID');
  });

  it('tells what the key is, and where it may send', async () => {
    expect(await api.client().getMe()).toMatchObject({
      id: api.tenant.key.id,
      company: { id: api.tenant.companyId },
      limitedTo: null,
    });
    expect(await api.client().listFunnels()).toEqual([
      {
        id: api.tenant.funnel.id,
        name: api.tenant.funnel.name,
        steps: [{ id: api.tenant.stepId, name: api.tenant.step.name, position: 0 }],
      },
    ]);
  });
});

describe('an error', () => {
  it('names each field, its code and its place', async () => {
    const lead = { name: ' ', phones: ['', '1'] };
    const error = await failureOf(
      api.client().createLead(api.tenant.stepId, lead, { requestId: 'mine' }),
    );
    expect(error).toBeInstanceOf(LeadgateError);
    expect(error).toMatchObject({
      status: 400,
      kind: 'invalid-fields',
      message:
        'name: is required (the body has phones, name); phones[1]: must hold 8 to 15 digits with country code',
      docs: `${new URL(proxy.baseUrl).origin}/docs/errors#invalid-fields`,
      requestId: 'mine',
      retryAfterMs: undefined,
      attempts: 1,
      issues: [
        { path: 'name', pointer: '/name', code: 'required' },
        { path: 'phones[1]', pointer: '/phones/1', code: 'invalid_phone' },
      ],
    });
  });

  it('of a key has its kind', async () => {
    const past = new Date(Date.now() - hour);
    const { tenant } = api;
    const secret = async (columns: Parameters<typeof tenant.newKey>[0]) =>
      (await tenant.newKey(columns)).secret;
    const other = await tenant.newStep();
    const refused: [apiKey: string, status: number, kind: string][] = [
      ['junk', 401, 'key-invalid'],
      [await secret({ deactivatedAt: past }), 401, 'key-invalid'],
      [await secret({ expiresAt: past }), 401, 'key-expired'],
      [await secret({ permissions: [] }), 403, 'step-not-allowed'],
      [await secret({ stepIds: [other.id] }), 403, 'step-not-allowed'],
    ];
    for (const [apiKey, status, kind] of refused) {
      proxy.expect();
      const call = api.client({ apiKey }).createLead(tenant.stepId, { name: 'M' });
      expect(await failureOf(call)).toMatchObject({ status, kind, attempts: 1 });
      expect(proxy.sent).toHaveLength(1);
    }
    expect(await failureOf(api.client().getLead(randomUUID()))).toMatchObject({
      status: 403,
      kind: 'reading-not-allowed',
    });
  });

  it('of a step, a body and an unknown path has its kind', async () => {
    const client = api.client();
    const { stepId } = api.tenant;
    expect(await failureOf(client.createLead(randomUUID(), { name: 'M' }))).toMatchObject({
      status: 404,
      kind: 'step-not-found',
    });
    const large = { name: 'M', message: 'x'.repeat(70_000) };
    expect(await failureOf(client.createLead(stepId, large))).toMatchObject({
      status: 413,
      kind: 'body-too-large',
    });
    const astray = api.client({ baseUrl: `${proxy.baseUrl}/v1` });
    expect(await failureOf(astray.getMe())).toMatchObject({ status: 404, kind: 'not-found' });
  });

  it('says where a redirect leads, and does not send the key there', async () => {
    proxy.expect({ status: 301, headers: { location: 'https://crm.example.com/api/me' } });
    expect(await failureOf(api.client().getMe())).toMatchObject({
      status: 301,
      kind: 'redirect',
      message: 'baseUrl is redirected to https://crm.example.com/api/me: set it to where it leads',
    });
    expect(proxy.sent).toHaveLength(1);
  });

  it('says that a success is not from the API', async () => {
    proxy.expect({ status: 200, body: '<html>Please sign in</html>' });
    expect(await failureOf(api.client().getMe())).toMatchObject({
      status: 200,
      kind: 'unknown',
      message: 'The answer is not from the Leadgate API: check baseUrl',
    });
  });
});

describe('a wrong argument is named before anything is sent', () => {
  const good = { baseUrl: 'https://crm.example.com/api', apiKey: 'lk_secret' };
  const address = 'baseUrl must be an address as https://crm.example.com/api';

  it.each<[Partial<Record<keyof ClientOptions, string>>, message: string]>([
    [{ apiKey: '' }, 'apiKey is missing: create one at Settings → API keys'],
    [{ apiKey: 'lk_secret\n' }, 'apiKey must hold visible ASCII characters only'],
    [{ baseUrl: '' }, address],
    [{ baseUrl: 'crm.example.com/api' }, address],
    [{ baseUrl: 'ftp://crm.example.com' }, address],
    [{ baseUrl: 'https://user:lk_secret@crm.example.com' }, address],
    [{ baseUrl: 'https://crm.example.com/api?key=lk_secret' }, address],
    [{ baseUrl: 'lk_secret' }, address],
  ])('%j', (options, message) => {
    const create = () => createClient({ ...good, ...options } as ClientOptions);
    expect(create).toThrow(new TypeError(message));
  });

  it('as a missing key of the environment', () => {
    const apiKey = undefined as unknown as string;
    expect(() => createClient({ ...good, apiKey })).toThrow('apiKey is missing');
  });

  it.each(['', 'STEP_ID', '{stepId}', '../me'])('stepId %j', async (stepId) => {
    proxy.expect();
    const message = 'stepId must be a UUID: copy it at CRM → Funnels';
    const client = api.client();
    await expect(client.createLead(stepId, { name: 'M' })).rejects.toThrow(message);
    await expect(client.createLeads(stepId, [{ name: 'M' }])).rejects.toThrow(message);
    expect(proxy.sent).toEqual([]);
  });

  it('leadId', async () => {
    const message = 'leadId must be a UUID: the id of the created lead';
    await expect(api.client().getLead('../me')).rejects.toThrow(message);
  });
});
