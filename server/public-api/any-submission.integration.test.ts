import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { presetNames } from '#db/values/inbound-addresses.ts';
import { anyFields } from '#server/testing/any-json.ts';
import { expectDocumented } from '#server/testing/documented.ts';
import { send } from '#server/testing/http-client.ts';
import { bodySeal, keyPepper } from '#server/testing/secrets.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import { getRuntime } from '../runtime.ts';
import { createInboundAddress } from '../services/inbound-addresses/create-inbound-address.ts';

const database = withTestDatabase();
const web = withWebServer(() => database.url);
let tenant: Tenant;
let addresses: string[];
beforeAll(async () => {
  tenant = await createTenant(database.db);
  const key = await tenant.newKey({ rateLimit: 0 });
  const settings = { name: 'Form', stepId: tenant.stepId, apiKeyId: key.id, networks: [] };
  const connect = async (preset: (typeof presetNames)[number]) => {
    const proven = { ...settings, preset, proof: null };
    const seal = { keyPepper, bodySeal };
    return (await createInboundAddress(database.db, tenant.system, proven, seal)).address;
  };
  addresses = [];
  for (const preset of presetNames) addresses.push(await connect(preset));
});

interface Sent {
  type: string;
  body: Buffer;
}

const ofType =
  (type: string) =>
  (text: string): Sent => ({ type, body: Buffer.from(text) });
const part = fc
  .tuple(fc.constantFrom('name', 'email', 'a b', 'your-tel'), fc.string({ unit: 'grapheme' }))
  .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`);
const anySubmission: fc.Arbitrary<Sent> = fc.oneof(
  anyFields.map((fields) => JSON.stringify(fields)).map(ofType('application/json')),
  fc.json().map(ofType('application/json')),
  fc.webQueryParameters().map(ofType('application/x-www-form-urlencoded')),
  fc
    .tuple(fc.array(part, { maxLength: 5 }), fc.constantFrom('\r\n--b--\r\n', '', '\r\n--b'))
    .map(([parts, end]) => parts.join('\r\n') + end)
    .map(ofType('multipart/form-data; boundary=b')),
  fc
    .tuple(fc.uint8Array({ maxLength: 300 }), fc.constantFrom('', 'text/xml', 'application/json'))
    .map(([bytes, type]) => ({ type, body: Buffer.from(bytes) })),
);

/** What was stored of the request with an id, byte for byte. */
async function storedOf(requestId: string): Promise<{ outcome: string; body: Buffer | undefined }> {
  const { companyId } = tenant;
  const [row] = await database.sql<{ id: string; outcome: string; sealed: Buffer | null }[]>`
    select l.id, l.outcome, b.sealed from intake_log l
    left join request_bodies b on b.company_id = l.company_id
      and b.subject_id = coalesce(l.lead_id, l.id) and b.id = l.id
    where l.company_id = ${companyId} and l.request_id = ${requestId}`;
  const { id = '', outcome = '', sealed } = row ?? {};
  return { outcome, body: sealed ? bodySeal.open(sealed, { companyId, id }) : undefined };
}

it('answers any submission with 200, and stores it byte for byte', {
  timeout: 60_000,
}, async () => {
  const outcomes = new Set<string>();
  let number = 0;
  await fc.assert(
    fc.asyncProperty(anySubmission, fc.nat(presetNames.length - 1), async (sent, preset) => {
      number += 1;
      const requestId = `submission-${number}`;
      const path = `/api/in/${addresses[preset]}`;
      const { host } = tenant;
      const headers = { host, 'content-type': sent.type, 'x-request-id': requestId };
      const answer = await send(web.port, { path, headers, body: sent.body });
      expectDocumented({ method: 'POST', path }, answer);
      expect(answer.status, answer.text).toBe(200);
      await getRuntime().intakeLog.flush();
      const { outcome, body } = await storedOf(requestId);
      expect(body).toEqual(sent.body);
      expect(Object(answer.json).data !== null).toBe(/created|replayed/.test(outcome));
      outcomes.add(outcome);
    }),
    { numRuns: 200 },
  );
  expect([...outcomes]).toEqual(expect.arrayContaining(['created', 'held']));
});
