import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { presetNames } from '#db/values/inbound-addresses.ts';
import { leadOf } from '#server/testing/contract.ts';
import { expectDocumented } from '#server/testing/documented.ts';
import { send } from '#server/testing/http-client.ts';
import { bodySeal, keyPepper } from '#server/testing/secrets.ts';
import { describeStored, readSender, senderNames } from '#server/testing/sender-files.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import { getRuntime } from '../runtime.ts';
import { createInboundAddress } from '../services/inbound-addresses/create-inbound-address.ts';

const database = withTestDatabase();
const web = withWebServer(() => database.url);
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(database.db);
  await database.sql`update companies set country = 'BR' where id = ${tenant.companyId}`;
});
/** Two tools send the test lead of the same ad platform. */
beforeEach(async () => {
  await database.sql`delete from idempotency_keys`;
});

const submissions = senderNames
  .map((name) => ({ name, ...readSender(name) }))
  .flatMap(({ address, ...request }) => (address ? [{ ...request, address }] : []));

describe('a submission of a sender', () => {
  it('is there for every preset', () => {
    const presets = new Set(submissions.map(({ address }) => address.preset));
    expect([...presets].sort()).toEqual([...presetNames].sort());
  });

  it.each(submissions)('$name: has the documented outcome', async (request) => {
    const { headers, body, address } = request;
    const { address: sentTo } = await createInboundAddress(
      database.db,
      tenant.system,
      {
        name: request.name,
        stepId: tenant.stepId,
        apiKeyId: null,
        preset: address.preset,
        networks: [],
        proof: null,
      },
      { keyPepper, bodySeal },
    );
    const { 'X-API-Key': _, Host: __, ...sent } = headers;
    const path = `/api/in/${sentTo}`;
    const answer = await send(web.port, {
      path,
      headers: { ...sent, host: tenant.host },
      body: Buffer.from(body, 'latin1'),
    });

    expectDocumented({ method: 'POST', path }, answer);
    expect(answer.status).toBe(200);
    await getRuntime().intakeLog.flush();
    const [entry] = await database.sql`
      select outcome from intake_log
      where company_id = ${tenant.companyId} order by id desc limit 1`;
    const data = Object(answer.json).data;
    const stored = data ? await describeStored(database.sql, leadOf(answer).id ?? '') : undefined;
    const { lead, marks, isTest } = stored ?? { marks: {}, isTest: false };
    expect({ preset: address.preset, outcome: entry?.outcome, lead, marks, isTest }).toEqual({
      ...address,
      lead: address.lead,
    });
  });
});
