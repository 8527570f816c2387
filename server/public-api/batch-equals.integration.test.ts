import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { maxBodyBytes, maxJsonDepth } from '#server/limits.ts';
import { anyFields } from '#server/testing/any-json.ts';
import { type Answer, send } from '#server/testing/http-client.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';

const database = withTestDatabase();
const web = withWebServer(() => database.url, { RATE_LIMIT_PER_KEY: '0' });

/**
 * Of a lead that is too large and too deep, a single request reports the size and a batch the depth:
 * a batch measures leads as JSON, which it can write only of what is not too deep.
 */
const breaksBothLimits = (fields: object) => {
  const text = JSON.stringify(fields);
  return Buffer.byteLength(text) > maxBodyBytes && text.includes('['.repeat(maxJsonDepth));
};

/** Good, bad and repeated leads; mostly few values, so that repeats are common. */
const lead = fc.oneof(
  { weight: 1, arbitrary: anyFields.filter((fields) => !breaksBothLimits(fields)) },
  fc.record(
    {
      name: fc.constantFrom('Ana', 'Bia', ' Ana ', '', null, 7),
      phones: fc.constantFrom([], ['5511987654321'], '+55 11 98765-4321', ['1'], null),
      externalLeadId: fc.constantFrom('1', 2, '2', '', { a: 1 }),
      campaignName: fc.constantFrom('Spring', 'x'.repeat(600)),
      city: fc.constant('Recife'),
    },
    { requiredKeys: [] },
  ),
  fc.constantFrom<unknown[]>([], 'Ana', 7, null, true, { Name: 'Ana' }),
);

const someLeads = fc.array(lead, { minLength: 1, maxLength: 12 });
/** An earlier batch, under the same `Idempotency-Key`. */
const earlierLeads = fc.array(lead, { maxLength: 6 });

const ana = { name: 'Ana', externalLeadId: '1' };
/** Repeats within a batch whose own key belongs to another lead. */
const examples: [unknown[], unknown[]][] = [
  [
    [{}, { name: 'Bia' }],
    [ana, ana],
  ],
  [
    [{}, { name: 'Bia' }],
    [ana, ana, ana],
  ],
];

const call = (tenant: Tenant, path: string, body: unknown, headers: Record<string, string>) =>
  send(web.port, {
    path: `/api/leads/public/${tenant.stepId}${path}`,
    headers: {
      host: tenant.host,
      'x-api-key': tenant.secret,
      'content-type': 'application/json',
      accept: 'application/problem+json',
      ...headers,
    },
    body: JSON.stringify(body),
  });

interface Outcome {
  status: number;
  error?: string;
  type?: string;
  issues?: object[];
  replayed?: boolean;
  data?: Record<string, string | null>;
}

/** Without IDs and times, but with the lead that a repeat repeats. */
function comparable(outcomes: readonly Outcome[]) {
  const places = new Map<unknown, number>();
  return outcomes.map(({ status, error, type, issues, replayed, data }, place) => {
    if (!data) return { status, error, type, issues };

    const { id, contactId: _, createdAt: __, ...told } = data;
    // In a dry run no ID tells which lead it is.
    if (id !== null && !places.has(id)) places.set(id, place);
    return { status, replayed: replayed ?? false, told, first: places.get(id) };
  });
}

/** In the form of a batch. For a lead that is no object, a single request has another text. */
function outcomeOf({ status, headers, text }: Answer): Outcome {
  const { data, detail: error, type, issues } = JSON.parse(text);
  if (!data) return { status, error, type, issues };
  return { status, data, replayed: headers['idempotent-replayed'] === 'true' };
}

const noObject = /^(?:leads\[\d+\]: must be an object|Request body must be a JSON object)/;
const withoutPlaces = (outcomes: ReturnType<typeof comparable>) =>
  outcomes.map((outcome) =>
    noObject.test(outcome.error ?? '')
      ? { status: outcome.status, error: 'no object', first: undefined }
      : outcome,
  );

const storedOf = async (tenant: Tenant) =>
  (
    await database.sql`
      select name, phones, external_lead_id, campaign_name, form_id, segment, email, message,
        custom_fields
      from leads where company_id = ${tenant.companyId} order by 1, 2, 3, 4, 5, 6, 7, 8, 9`
  ).map((row) => ({ ...row }));

it.each([false, true])(
  'a batch equals the same leads sent one by one, with an Idempotency-Key: %s',
  async (hasKey) => {
    await fc.assert(
      fc.asyncProperty(earlierLeads, someLeads, async (earlier, leads) => {
        const [alone, together] = await Promise.all([
          createTenant(database.db),
          createTenant(database.db),
        ]);
        const key = randomUUID();
        const headers = (name: string): Record<string, string> =>
          hasKey ? { 'idempotency-key': name } : {};
        const sendAlone = async (batch: readonly unknown[]) => {
          const answers: Answer[] = [];
          for (const [index, each] of batch.entries()) {
            answers.push(await call(alone, '', each, headers(`${key}-${index}`)));
          }
          return answers;
        };
        await sendAlone(earlier);
        await call(together, '/batch', { leads: earlier }, headers(key));
        const answers = await sendAlone(leads);
        const dry = await call(
          together,
          '/batch',
          { leads },
          { ...headers(key), 'x-dry-run': 'true' },
        );
        const batch = await call(together, '/batch', { leads }, headers(key));
        const resultsOf = ({ json }: Answer) =>
          (json as { data: { results: Outcome[] } }).data.results;

        const expected = withoutPlaces(comparable(answers.map(outcomeOf)));
        expect(batch.status).toBe(200);
        expect(withoutPlaces(comparable(resultsOf(batch)))).toEqual(expected);
        expect(await storedOf(together)).toEqual(await storedOf(alone));
        expect(dry.status).toBe(200);
        expect(
          withoutPlaces(comparable(resultsOf(dry))).map(({ first: _, ...told }) => told),
        ).toEqual(
          expected.map(({ first: _, ...told }) => ({
            ...told,
            status: told.status === 201 ? 200 : told.status,
          })),
        );
      }),
      { numRuns: 25, examples },
    );
  },
);
