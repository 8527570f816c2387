import { beforeAll, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { failed } from '#server/testing/contract.ts';
import { send } from '#server/testing/http-client.ts';
import { bodySeal, keyPepper } from '#server/testing/secrets.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import { failedKeysPerMinute } from '../limits.ts';
import { generateAddress } from '../services/api-keys/secret.ts';
import { createInboundAddress } from '../services/inbound-addresses/create-inbound-address.ts';

const database = withTestDatabase();
const web = withWebServer(() => database.url);
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(database.db);
});

const submit = (address: string) =>
  send(web.port, {
    path: `/api/in/${address}`,
    headers: { host: tenant.host, 'content-type': 'application/json' },
    body: '{"name":"Ana"}',
  });

it('refuses a network that guesses addresses, but not for one that it has used', async () => {
  const { address } = await createInboundAddress(
    database.db,
    tenant.system,
    {
      name: 'Form',
      stepId: tenant.stepId,
      apiKeyId: null,
      preset: 'other',
      networks: [],
      proof: null,
    },
    { keyPepper, bodySeal },
  );
  expect((await submit(address)).status).toBe(200);
  for (let sent = 0; sent < failedKeysPerMinute; sent += 1) {
    expect((await submit(generateAddress())).status).toBe(404);
  }

  const refused = await submit(generateAddress());
  expect([refused.status, refused.json]).toEqual([
    429,
    failed('Too many failed API keys from this address'),
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await submit(address)).status).toBe(200);
});
