import { beforeAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { withTestDatabase } from '#db/testing.ts';
import { expectDocumented } from '#server/testing/documented.ts';
import { send } from '#server/testing/http-client.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import { postmanCollection } from './postman.ts';
import { operations } from './router.ts';

const base = withTestDatabase();
const web = withWebServer(() => base.url);

const pair = z.strictObject({ key: z.string(), value: z.string(), type: z.literal('string') });
const field = z.strictObject({
  key: z.string().min(1),
  value: z.string(),
  description: z.string().optional(),
  disabled: z.boolean().optional(),
});
const request = z.strictObject({
  method: z.enum(['GET', 'POST']),
  description: z.string(),
  header: z.array(field),
  url: z.strictObject({
    raw: z.string().startsWith('{{base_url}}/'),
    host: z.tuple([z.literal('{{base_url}}')]),
    path: z.array(z.string().min(1)),
    query: z.array(field).optional(),
  }),
  body: z
    .strictObject({
      mode: z.literal('raw'),
      raw: z.string(),
      options: z.strictObject({ raw: z.strictObject({ language: z.literal('json') }) }),
    })
    .optional(),
});
const response = z.strictObject({
  name: z.string(),
  originalRequest: request,
  status: z.string(),
  code: z.int(),
  header: z.array(field),
  body: z.string(),
  _postman_previewlanguage: z.literal('json'),
});
const item = z.strictObject({
  name: z.string(),
  request,
  response: z.array(response).min(1),
});
type Item = z.infer<typeof item>;

/** What the schema of collections v2.1.0 says about the parts that are used. */
const collection = z.strictObject({
  info: z.strictObject({
    name: z.string(),
    description: z.string(),
    schema: z.literal('https://schema.getpostman.com/json/collection/v2.1.0/collection.json'),
  }),
  auth: z.strictObject({ type: z.literal('apikey'), apikey: z.array(pair) }),
  variable: z.array(z.strictObject({ key: z.string(), value: z.string() })),
  item: z.array(
    z.strictObject({ name: z.string(), description: z.string(), item: z.array(item).min(1) }),
  ),
});

const parsed = collection.parse(JSON.parse(JSON.stringify(postmanCollection('https://crm.test'))));
const items = parsed.item.flatMap((folder) => folder.item);
const settings = Object.fromEntries(parsed.auth.apikey.map(({ key, value }) => [key, value]));

let tenant: Tenant;
let variables: Record<string, string>;

const fill = (text: string) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name) => variables[name] ?? `no ${name}`);

/** Sends a request as Postman does. */
async function run({ request }: Item) {
  const { method, url, header, body } = request;
  const { pathname, search } = new URL(fill(url.raw));
  const call = { method, path: `${pathname}${search}` };
  const sent = header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]);
  const key = [settings.key, fill(settings.value ?? '')];
  const headers = Object.fromEntries([...sent, ['host', tenant.host], key]);

  return { call, answer: await send(web.port, { ...call, headers, body: body?.raw ?? '' }) };
}

beforeAll(async () => {
  tenant = await createTenant(base.db);
  const key = await tenant.newKey({ permissions: ['leads:create', 'leads:read'] });
  variables = {
    ...Object.fromEntries(parsed.variable.map(({ key, value }) => [key, value])),
    api_key: key.secret,
    step_id: tenant.stepId,
  };
  const [create] = items;
  if (!create) throw new Error('The collection is empty');
  const { answer } = await run(create);
  variables.lead_id = Object(answer.json).data.id;
});

describe('the Postman collection', () => {
  it('has variables for the address, the key and the identifiers, and no secret', () => {
    expect(parsed.variable).toEqual([
      { key: 'base_url', value: 'https://crm.test/api' },
      { key: 'api_key', value: '' },
      { key: 'step_id', value: '' },
      { key: 'lead_id', value: '' },
    ]);
    expect(settings).toEqual({ key: 'X-API-Key', value: '{{api_key}}', in: 'header' });
  });

  it('has a request for every operation', () => {
    const called = items.map(
      ({ request: { method, url } }) => `${method} /${url.path.join('/').replace(/\W/g, '')}`,
    );
    const snakeCase = (path: string) =>
      path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/\W/g, '');
    expect(called.sort()).toEqual(
      operations.map(({ openapi: { method, path } }) => `${method} /${snakeCase(path)}`).sort(),
    );
  });

  test.each(items)('$name: the request gets a documented success', async (item) => {
    const { call, answer } = await run(item);
    expect(answer.text).toContain('"success":true');
    expectDocumented(call, answer);
  });

  it('leaves headers that are optional to the sender', () => {
    for (const { header } of items.map(({ request }) => request)) {
      const sent = header.filter(({ disabled }) => !disabled).map(({ key }) => key);
      expect(sent).toEqual(header.length > 0 ? ['Content-Type'] : []);
    }
    expect(items[0]?.request.header.map(({ key }) => key)).toContain('Idempotency-Key');
  });

  it('has the documented answers as examples', () => {
    const [create] = items;
    const codes = create?.response.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining([201, 400, 401, 403, 404, 429]));
    for (const { response } of items) {
      for (const { code, body } of response) {
        expect(JSON.parse(body).success).toBe(code < 300);
      }
    }
  });
});
