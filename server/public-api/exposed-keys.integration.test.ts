import { beforeAll, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { getApiKey } from '../services/api-keys/get-api-key.ts';
import { generateSecret } from '../services/api-keys/secret.ts';
import { type Call, send } from '../testing/http-client.ts';
import { createTenant, type Tenant } from '../testing/tenant.ts';
import { withWebServer } from '../testing/web-server.ts';

const database = withTestDatabase();
const web = withWebServer(() => database.url);
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(database.db);
});

const call = ({ headers, path = '', ...rest }: Partial<Call>) =>
  send(web.port, {
    path: `/api/leads/public/${tenant.stepId}${path}`,
    headers: { host: tenant.host, 'content-type': 'application/json', ...headers },
    body: '{"name":"Ana"}',
    ...rest,
  });
const exposedAt = async (id: string) =>
  (await getApiKey(database.db, tenant.system, { id })).secretExposedAt;

describe('a key that is sent elsewhere than in X-API-Key', () => {
  it.each<[string, (secret: string) => Partial<Call>]>([
    ['in the query', (secret) => ({ path: `?api_key=${secret}` })],
    ['as a bearer token', (secret) => ({ headers: { authorization: `Bearer ${secret}` } })],
  ])('%s is not used, and marked as exposed', async (_, sent) => {
    const key = await tenant.newKey();
    const { status, text } = await call(sent(key.secret));
    expect([status, text]).toEqual([401, '{"success":false,"error":"API Key required"}']);
    await expect.poll(() => exposedAt(key.id)).toBeInstanceOf(Date);
  });

  it.each([
    ['a field', (secret: string) => `{"name":"Ana","apiKey":"${secret}"}`],
    ['text that is no JSON', (secret: string) => `name=Ana&key=${secret}`],
  ])('in %s of the body is marked as exposed', async (_, body) => {
    const key = await tenant.newKey();
    await call({ headers: { 'x-api-key': tenant.secret }, body: body(key.secret) });
    await expect.poll(() => exposedAt(key.id)).toBeInstanceOf(Date);
  });

  it('in a body without a key in the header stays unread', async () => {
    const key = await tenant.newKey();
    const { status } = await call({ body: `{"name":"Ana","apiKey":"${key.secret}"}` });
    expect([status, await exposedAt(key.id)]).toEqual([401, null]);
  });

  it('in the header alone is not exposed', async () => {
    const key = await tenant.newKey();
    expect((await call({ headers: { 'x-api-key': key.secret } })).status).toBe(201);
    expect(await exposedAt(key.id)).toBeNull();
  });

  it('and is no key counts as a failed one', async () => {
    for (let n = 0; n < 40; n += 1) await call({ path: `?key=${generateSecret()}` });
    await expect.poll(async () => (await call({})).status).toBe(429);
    expect((await call({ headers: { 'x-api-key': tenant.secret } })).status).toBe(201);
  });
});
