import { describe, expect, it } from 'vitest';
import { describeContract, failed } from '#server/testing/contract.ts';
import type { ContractTenant } from '#server/testing/tenant.ts';
import { keyOperations } from './router.ts';

type Secret = keyof ContractTenant['secrets'];

/** Every operation: how it is called, and whether a key without permissions may call it. */
const calls: Record<
  string,
  {
    method: string;
    path: (tenant: ContractTenant) => string;
    /** That may call it. */
    secret?: Secret;
    body?: string;
    success: number;
    needsPermission: boolean;
  }
> = {
  createLead: {
    method: 'POST',
    path: ({ stepId }) => `/api/leads/public/${stepId}`,
    success: 201,
    needsPermission: true,
  },
  createLeads: {
    method: 'POST',
    path: ({ stepId }) => `/api/leads/public/${stepId}/batch`,
    body: '{"leads":[{"name":"Maria"}]}',
    success: 200,
    needsPermission: true,
  },
  findLeads: {
    method: 'GET',
    path: () => '/api/leads?externalLeadId=1',
    secret: 'reading',
    success: 200,
    needsPermission: true,
  },
  getLead: {
    method: 'GET',
    path: ({ ownLead }) => `/api/leads/${ownLead.id}`,
    secret: 'reading',
    success: 200,
    needsPermission: true,
  },
  getMe: { method: 'GET', path: () => '/api/me', success: 200, needsPermission: false },
  listFunnels: { method: 'GET', path: () => '/api/funnels', success: 200, needsPermission: false },
};

/** Every caller that is refused whatever it calls. */
const refusals: [caller: string, secret: Secret | undefined, status: number, error: string][] = [
  ['without a key', undefined, 401, 'API Key required'],
  ['with an unknown key', 'unknown', 401, 'Invalid or inactive API Key'],
  ['with a deactivated key', 'inactive', 401, 'Invalid or inactive API Key'],
  ['with a deleted key', 'deleted', 401, 'Invalid or inactive API Key'],
  ['with an expired key', 'expired', 401, 'API Key has expired'],
];

it('lists every operation of keys in the table of callers', () => {
  expect(Object.keys(calls).sort()).toEqual(keyOperations.map(({ name }) => name).sort());
});

describeContract('the operations', (api) => {
  describe.each(Object.entries(calls))(
    '%s',
    (_, { method, path, body, secret = 'good', success, needsPermission }) => {
      const call = (headers: Record<string, string | undefined> = {}, more: object = {}) =>
        api.call({
          method,
          path: path(api.tenant),
          ...(method === 'GET' && { body: '' }),
          ...(body !== undefined && { body }),
          headers: {
            'x-api-key': api.tenant.secrets[secret],
            ...(method === 'GET' && { 'content-type': undefined }),
            ...headers,
          },
          ...more,
        });

      it.each(refusals)('refuses a caller %s', async (_caller, secret, status, error) => {
        const answer = await call({ 'x-api-key': secret && api.tenant.secrets[secret] });
        expect([answer.status, answer.json]).toEqual([status, failed(error)]);
        expect(answer.headers['www-authenticate']).toMatch(/^ApiKey /);
      });

      it('refuses a key of another application and an unknown host', async () => {
        const other = await call({ host: api.tenant.otherHost });
        expect([other.status, other.json]).toEqual([
          403,
          failed('API Key does not belong to this application'),
        ]);
        const unknown = await call({ host: 'unknown.test' });
        expect([unknown.status, unknown.json]).toEqual([404, failed('Unknown application host')]);
      });

      it(`${needsPermission ? 'refuses' : 'accepts'} a key without permissions`, async () => {
        const { status } = await call({ 'x-api-key': api.tenant.secrets.powerless });
        expect(status).toBe(needsPermission ? 403 : success);
      });

      it('answers a valid key in the envelope, with the headers of every answer', async () => {
        const answer = await call({ 'x-request-id': 'mine' });
        expect(answer.status).toBe(success);
        expect(answer.json).toEqual({
          success: true,
          data: expect.anything(),
          message: expect.any(String),
        });
        expect(answer.headers).toMatchObject({
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'no-store',
          'x-request-id': 'mine',
        });
      });

      it('answers alike without the prefix', async () => {
        const unprefixed = path(api.tenant).replace('/api', '');
        const bare = await call({}, { path: unprefixed });
        const { json } = await call();
        expect([bare.status, bare.json]).toEqual([
          success,
          { ...Object(json), data: expect.anything() },
        ]);
        const keyless = await call({ 'x-api-key': undefined }, { path: unprefixed });
        expect([keyless.status, keyless.json]).toEqual([401, failed('API Key required')]);
      });

      it('answers another method with 405 and the method to use', async () => {
        const answer = await call({}, { method: method === 'GET' ? 'POST' : 'GET', body: '' });
        expect([answer.status, answer.json]).toEqual([
          405,
          failed(expect.stringMatching(`^Method not allowed: send ${method}`)),
        ]);
        expect(answer.headers.allow).toBe(method);
      });
    },
  );

  const get = async (path: string, secret: Secret) => {
    const { json } = await api.call({
      method: 'GET',
      path,
      body: '',
      headers: { 'content-type': undefined, 'x-api-key': api.tenant.secrets[secret] },
    });
    return json;
  };

  describe('GET /me', () => {
    it('tells what the key is and may do', async () => {
      const [company] = await api.sql`
        select c.id, c.name, c.slug, a.name as application
        from companies c join applications a on a.id = c.application_id
        where c.id = ${api.tenant.companyId}`;
      expect(await get('/api/me', 'good')).toEqual({
        success: true,
        message: 'API Key is valid',
        data: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          name: expect.any(String),
          kind: 'live',
          permissions: ['leads:create'],
          expiresAt: null,
          rateLimit: null,
          application: { name: company?.application },
          company: { id: company?.id, name: company?.name, slug: company?.slug },
          limitedTo: null,
        },
      });
    });

    it('tells when a key expires, and what it is limited to', async () => {
      expect(await get('/api/me', 'expiring')).toMatchObject({
        data: { expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) },
      });
      expect(await get('/api/me', 'limitedToStep')).toMatchObject({
        data: { limitedTo: { funnelIds: [], stepIds: [api.tenant.stepId] } },
      });
      expect(await get('/api/me', 'powerless')).toMatchObject({ data: { permissions: [] } });
    });
  });

  describe('GET /funnels', () => {
    const stepsOf = async (secret: Secret) => {
      const { data } = (await get('/api/funnels', secret)) as {
        data: { steps: { id: string }[] }[];
      };
      return data.flatMap(({ steps }) => steps.map(({ id }) => id));
    };

    it('lists the open funnels of the company with their open steps', async () => {
      const { stepId, secondStepId } = api.tenant;
      expect((await stepsOf('good')).sort()).toEqual([stepId, secondStepId].sort());
      expect(await get('/api/funnels', 'good')).toMatchObject({
        data: [
          {
            id: expect.any(String),
            name: expect.any(String),
            steps: [{ id: expect.any(String), name: expect.any(String), position: 0 }],
          },
          {},
        ],
      });
    });

    it('lists only what a limited key may create leads in', async () => {
      expect(await stepsOf('limitedToStep')).toEqual([api.tenant.stepId]);
      expect(await stepsOf('limitedToFunnel')).toEqual([api.tenant.stepId]);
    });

    it('lists nothing for a key that may not create leads', async () => {
      expect(await stepsOf('powerless')).toEqual([]);
      expect(await stepsOf('reading')).toEqual([]);
    });
  });

  if (api.hasPanel)
    it.each(['/me/funnels', '/funnels/funnels', '/funnels/leads/1'])(
      'leaves %s to the panel',
      async (path) => {
        const page = await api.call({ method: 'GET', path, body: '' });
        expect([page.status, page.headers.location]).toEqual([
          307,
          expect.stringMatching(/^\/sign-in/),
        ]);
      },
    );

  it('tells the rate of the key', async () => {
    await api.sql`
      update api_keys set rate_limit = 7
      where company_id = ${api.tenant.companyId} and expires_at > now()`;
    await api.sql`select pg_notify('leadgate', 'keys')`;
    await expect.poll(() => get('/api/me', 'expiring')).toMatchObject({ data: { rateLimit: 7 } });
  });
});
