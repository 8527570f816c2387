import { beforeAll, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import type { FormSettings } from '#db/values/inbound-addresses.ts';
import { send } from '#server/testing/http-client.ts';
import { bodySeal, keyPepper } from '#server/testing/secrets.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import { getRuntime } from '../runtime.ts';
import { createInboundAddress } from '../services/inbound-addresses/create-inbound-address.ts';

const database = withTestDatabase();
const web = withWebServer(() => database.url);
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(database.db);
});

const plainForm: FormSettings = { thankYouUrl: null, hosts: [], needsTime: false };

async function connect(form: Partial<FormSettings> = {}) {
  const key = await tenant.newKey({ rateLimit: 0 });
  const { address } = await createInboundAddress(
    database.db,
    tenant.system,
    {
      name: 'Form',
      stepId: tenant.stepId,
      apiKeyId: key.id,
      preset: 'htmlForm',
      networks: [],
      proof: null,
      form: { ...plainForm, ...form },
    },
    { keyPepper, bodySeal },
  );
  const outcomes = async () => {
    await getRuntime().intakeLog.flush();
    const rows = await database.sql`
      select outcome, message from intake_log
      where company_id = ${tenant.companyId} and api_key_id = ${key.id} order by id`;
    return rows.map(({ outcome, message }) => `${outcome}: ${message}`);
  };
  return { address, outcomes };
}

/** As a browser posts a form. */
const post = (address: string, fields: Record<string, string>, accept = 'text/html,*/*;q=0.8') =>
  send(web.port, {
    path: `/api/in/${address}`,
    headers: {
      host: tenant.host,
      accept,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });
const ana = { name: 'Ana', email: 'ana@example.com' };

describe('a visitor who posts a form', () => {
  it('goes to the page of the address', async () => {
    const { address, outcomes } = await connect({ thankYouUrl: 'https://shop.example/thanks' });
    const { status, headers } = await post(address, ana);
    expect([status, headers.location]).toEqual([303, 'https://shop.example/thanks']);
    expect(await outcomes()).toEqual(['created: Lead created successfully']);
  });

  it('goes to the page that the form names, on a host that the address lists', async () => {
    const { address } = await connect({ hosts: ['shop.example'] });
    const to = async (next: string) => {
      const { status, headers } = await post(address, { ...ana, _next: next });
      return [status, headers.location];
    };
    expect(await to('https://shop.example/de')).toEqual([303, 'https://shop.example/de']);
    expect(await to('https://evil.example/')).toEqual([200, undefined]);
  });

  it('sees a page of ours without one, and when the form was not sent', async () => {
    const { address } = await connect();
    const thanks = await post(address, ana);
    expect([thanks.status, thanks.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(thanks.text).toContain('<h1>Thank you</h1>');
    const failed = await post(address, { ...ana, message: 'x'.repeat(70_000) });
    expect(failed.status).toBe(413);
    expect(failed.text).toContain('<h1>Your message was not sent</h1>');
  });

  it('gets the envelope where a script posts the form', async () => {
    const { address } = await connect({ thankYouUrl: 'https://shop.example/thanks' });
    const { status, json } = await post(address, ana, 'application/json');
    expect([status, json]).toMatchObject([200, { success: true }]);
  });
});

describe('a program that posts a form', () => {
  it('makes no lead by filling in the hidden field, and sees what visitors see', async () => {
    const { address, outcomes } = await connect();
    const { status, text } = await post(address, { ...ana, _website: 'https://spam.example' });
    expect(status).toBe(200);
    expect(text).toContain('<h1>Thank you</h1>');
    expect(await outcomes()).toEqual([expect.stringMatching(/^answered: .*hidden field/)]);
  });

  it('is held without the time at which the form was opened, and as soon as that', async () => {
    const { address, outcomes } = await connect({ needsTime: true });
    await post(address, ana);
    const script = await send(web.port, {
      method: 'GET',
      path: `/api/in/${address}/form.js`,
      headers: { host: tenant.host },
    });
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
    });
    const [, opened = ''] = /value = "([^"]+)"/.exec(script.text) ?? [];
    expect(opened).not.toBe('');
    await post(address, { ...ana, _opened: opened });
    expect(await outcomes()).toEqual([
      expect.stringMatching(/^held: .*does not say when/),
      expect.stringMatching(/^held: .*as soon as/),
    ]);
  });
});
