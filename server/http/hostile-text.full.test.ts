import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { panelRouter } from '#server/panel-api/panel-router.ts';
import { listedNames } from '#server/public-api/lead-names.ts';
import { type Answer, type Call, send } from '#server/testing/http-client.ts';
import { panelAccess } from '#server/testing/panel-table.ts';
import { sessionHeaders } from '#server/testing/session-headers.ts';
import { cleanUp, type Leadgate, startLeadgate } from '#server/testing/start-leadgate.ts';
import { createFullTenant, type FullTenant } from '#server/testing/tenant.ts';

const database = withTestDatabase();
let tenant: FullTenant;
let leadgate: Leadgate;
let keyHeaders: Record<string, string>;
/** Of a browser that is signed in. */
let browserHeaders: Record<string, string>;

beforeAll(async () => {
  leadgate = await startLeadgate({
    databaseUrl: database.url,
    env: { TRUSTED_PROXIES: '127.0.0.1' },
  }).ready;
});
afterAll(cleanUp);
/** A company for each test: lists and exports have no leads of other tests, which would take time too. */
beforeEach(async () => {
  tenant = await createFullTenant(database.db);
  const { secret } = await tenant.newKey({ permissions: ['leads:create', 'leads:read'] });
  keyHeaders = { host: tenant.host, 'x-api-key': secret, 'content-type': 'application/json' };
  const claims = await tenant.newMember('admin');
  const headers = await sessionHeaders(tenant.host, tenant.company.slug, claims);
  browserHeaders = { ...Object.fromEntries(headers), 'content-type': 'application/json' };
});

/** What a text of one character costs at most, beside what the request costs with a short one. */
const mostMs = 20;
/** The machine has other work: the shortest counts. */
const attempts = 10;
const characters = [' ', '"', ',', ';', '1'];
/** What a header holds beside the others of a request, and about the most that texts of fields have. */
const headerLength = 14_500;
const fieldLengths = [16_000, 10_000, 5_000, 2_000, 500, 200];

/** Of one character in many places, with a letter on both sides: Node trims headers, and we fields. */
const run = (character: string, length: number) => `x${character.repeat(length - 2)}x`;
/** The same in a path or query, as long as a request line may be. */
const encodedRun = (character: string) => {
  const encoded = encodeURIComponent(character);
  return encoded.repeat(headerLength / encoded.length);
};

async function shortestMs(call: Call, until = 0): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && shortest > until; attempt += 1) {
    const began = performance.now();
    await send(leadgate.port, call);
    shortest = Math.min(shortest, performance.now() - began);
  }
  return shortest;
}

/** The texts, by description, that make a request take too long: with the milliseconds that they add. */
async function slowOnes(texts: readonly [what: string, hostile: Call, short: Call][]) {
  const slow: [string, number][] = [];
  const shortMs = new Map<string, number>();
  for (const [what, hostile, short] of texts) {
    const key = JSON.stringify(short);
    const known = shortMs.get(key);
    const quick = await shortestMs(hostile, (known ?? 0) + mostMs);
    if (quick <= (known ?? 0) + mostMs) continue;

    const plain = known ?? (await shortestMs(short));
    shortMs.set(key, plain);
    const added = (await shortestMs(hostile, plain + mostMs)) - plain;
    if (added > mostMs) slow.push([what, Math.round(added)]);
  }
  return slow;
}

/** A call for each character and length, by a function of the text. */
const callsWith = (
  what: string,
  lengths: readonly number[],
  call: (text: string) => Call,
): [string, Call, Call][] =>
  lengths.flatMap((length) =>
    characters.map((character): [string, Call, Call] => [
      `${what}: ${length} of ${JSON.stringify(character)}`,
      call(run(character, length)),
      call('x'),
    ]),
  );

/** Each with what may stand before the text, so that more of it is read. */
const headers: readonly (readonly [name: string, start?: string])[] = [
  ['accept'],
  ['accept', 'application/problem+json;'],
  ['accept-encoding'],
  ['accept-language'],
  ['authorization', 'Basic '],
  ['authorization', 'Bearer '],
  ['content-encoding'],
  ['content-type'],
  ['content-type', 'application/json;'],
  ['content-type', 'multipart/form-data;'],
  ['cookie', 'a='],
  ['forwarded', 'for='],
  ['host'],
  ['idempotency-key'],
  ['idempotency-key', '"'],
  ['if-modified-since'],
  ['if-none-match', 'W/"'],
  ['next-action'],
  ['next-router-state-tree'],
  ['next-url', '/'],
  ['origin', 'https://'],
  ['prefer'],
  ['range', 'bytes='],
  ['referer', 'https://'],
  ['rsc'],
  ['sec-fetch-site'],
  ['traceparent', '00-'],
  ['user-agent', 'Mozilla/5.0 Version/1'],
  ['via'],
  ['x-api-key', 'lk_'],
  ['x-dry-run'],
  ['x-forwarded-for'],
  ['x-forwarded-host'],
  ['x-forwarded-proto'],
  ['x-leadgate-company'],
  ['x-real-ip'],
  ['x-request-id'],
  ['x-simulate'],
  ['x-test-lead'],
];

const lead = (body: object): Call => ({
  path: `/api/leads/public/${tenant.stepId}`,
  headers: keyHeaders,
  body: JSON.stringify(body),
});
const page = (path: string): Call => ({ method: 'GET', path, headers: browserHeaders });
const procedure = (name: string, input: unknown, isQuery: boolean): Call => {
  const path = `/api/trpc/${name}`;
  const json = JSON.stringify(input);
  return isQuery
    ? page(`${path}?${new URLSearchParams({ input: json })}`)
    : { path, headers: browserHeaders, body: json };
};

/** Requests that take different ways through the server. */
const requests: Record<string, () => Call> = {
  'a lead': () => lead({ name: 'Ana' }),
  'a lead that is refused': () => lead({}),
  'a read of leads': () => ({ ...lead({}), method: 'GET', path: '/api/me' }),
  'the document': () => page('/api/openapi.json'),
  'an unknown path': () => page('/api/leads/unknown'),
  'a call of the panel': () => procedure('leads.search', { text: 'ana' }, true),
  'a session': () => page('/api/auth/session'),
  'a page of the panel': () => page(`/${tenant.company.slug}/leads`),
  'an export': () => page(`/${tenant.company.slug}/leads/export`),
  'the page to sign in': () => ({ ...page('/sign-in'), headers: { host: tenant.host } }),
};

const minutes = 60_000;

it.each(Object.keys(requests))(
  'item 19: no header makes %s slow',
  async (name) => {
    const plain = requests[name]?.() ?? page('/');
    const calls = headers.flatMap(([header, start = '']) =>
      characters.map((character): [string, Call, Call] => {
        const text = start + run(character, headerLength);
        const hostile = { ...plain, headers: { ...plain.headers, [header]: text } };
        return [`${header} ${start} and ${JSON.stringify(character)}`, hostile, plain];
      }),
    );
    expect(await slowOnes(calls)).toEqual([]);
  },
  5 * minutes,
);

it(
  'item 19: no field of a lead makes it slow',
  async () => {
    const fields: [string, (text: string) => object][] = [
      ...listedNames.map((name): [string, (text: string) => object] => [
        name,
        (text) => ({ name: 'Ana', [name]: text }),
      ]),
      ['a list', (text) => ({ name: 'Ana', phones: [text, text] })],
      ['a custom field', (text) => ({ name: 'Ana', customFields: { a: text } })],
      ['the name of a custom field', (text) => ({ name: 'Ana', customFields: { [text]: 'a' } })],
      ['an unknown field', (text) => ({ name: 'Ana', url: text })],
      ['the name of an unknown field', (text) => ({ name: 'Ana', [text]: 'a' })],
    ];
    const inFields = fields.flatMap(([name, body]) =>
      callsWith(name, fieldLengths, (text) => lead(body(text))),
    );
    const around = callsWith('before the body', fieldLengths, (text) => ({
      ...lead({}),
      body: `${text.slice(1)}{"name":"Ana"}`,
    }));
    const within = callsWith('between names', fieldLengths, (text) => ({
      ...lead({}),
      body: `{"name":${text.slice(1, -1)}"Ana","formId":1${text.slice(1, -1)}}`,
    }));
    expect(await slowOnes([...inFields, ...around, ...within])).toEqual([]);
  },
  5 * minutes,
);

it(
  'item 19: no path and no parameter makes a request slow',
  async () => {
    const { slug } = tenant.company;
    const board = `/${slug}/funnels/${tenant.funnel.id}`;
    const readers: [start: string, headers: Record<string, string>][] = [
      ['/api/leads/public/', keyHeaders],
      ['/api/leads/', keyHeaders],
      ['/api/', keyHeaders],
      ...['externalLeadId', 'lead_id', 'after', 'stepId', 'limit'].map(
        (name): [string, Record<string, string>] => [`/api/leads?${name}=`, keyHeaders],
      ),
      ['/sign-in?callbackUrl=', { host: tenant.host }],
      ['/api/auth/error?error=', { host: tenant.host }],
      ['/api/trpc/', browserHeaders],
      ['/api/trpc/leads.search?input=', browserHeaders],
      ...['q', 'status', 'campaign', 'source', 'from', 'lead', 'view'].flatMap((name) =>
        ['leads', 'leads/export'].map((path): [string, Record<string, string>] => [
          `/${slug}/${path}?${name}=`,
          browserHeaders,
        ]),
      ),
      [`${board}?q=`, browserHeaders],
      [`/${slug}/settings/audit-log?who=`, browserHeaders],
    ];
    // Too long a campaign or source filters nothing: it is compared with an empty one, which finds as much.
    const shortOf = (start: string) => (/[?](campaign|source)=$/.test(start) ? start : `${start}x`);
    const calls = readers.flatMap(([start, headers]) =>
      characters.map((character): [string, Call, Call] => [
        `${start} and ${JSON.stringify(character)}`,
        { method: 'GET', path: start + encodedRun(character), headers },
        { method: 'GET', path: shortOf(start), headers },
      ]),
    );
    expect(await slowOnes(calls)).toEqual([]);
  },
  5 * minutes,
);

/** The value with a text in the place of each of its texts, one at a time. */
function withText(value: unknown, text: string): unknown[] {
  if (typeof value === 'string') return [text];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      withText(item, text).map((changed) => value.with(index, changed)),
    );
  }
  return Object.entries(Object(value)).flatMap(([name, item]) =>
    withText(item, text).map((changed) => ({ ...Object(value), [name]: changed })),
  );
}

it(
  'item 19: no text that a member types makes a call of the panel slow',
  async () => {
    const { id } = tenant.lead;
    const typed: [name: string, input: unknown][] = [
      ...Object.entries(panelAccess).map(([name, { input }]): [string, unknown] => [
        name,
        input(tenant),
      ]),
      ['leads.listAll', { view: 'leads', search: 'ana', campaigns: ['a'], sources: ['a'] }],
      ['leads.board', { funnelId: tenant.funnel.id, search: 'ana' }],
      ['leads.list', { stepId: tenant.stepId, search: 'ana' }],
      [
        'leads.create',
        {
          stepId: tenant.stepId,
          name: 'Ana',
          phones: ['+55 11 98765-4321'],
          email: 'ana@example.test',
          message: 'Hello',
          customFields: { city: 'Rio' },
        },
      ],
      [
        'leads.edit',
        {
          id,
          phones: { from: [], to: ['+55 11 98765-4321'] },
          email: { from: null, to: 'ana@example.test' },
          message: { from: null, to: 'Hello' },
          customFields: { city: { from: null, to: 'Rio' } },
        },
      ],
    ];
    const calls = typed.flatMap(([name, input]) => {
      const isQuery = Reflect.get(panelRouter._def.procedures, name)._def.type === 'query';
      const shorts = withText(input, 'x');
      const lengths = isQuery ? [2_000, 200] : fieldLengths;
      return shorts.flatMap((short, index) =>
        callsWith(`${name} ${JSON.stringify(short)}`, lengths, (text) =>
          procedure(name, withText(input, text)[index], isQuery),
        ),
      );
    });
    expect(await slowOnes(calls)).toEqual([]);
  },
  5 * minutes,
);

it(
  'item 19: no text in the form to sign in makes it slow',
  async () => {
    const token = await send(leadgate.port, {
      method: 'GET',
      path: '/api/auth/csrf',
      headers: { host: tenant.host },
    });
    const cookie = cookiesOf(token);
    const csrfToken = String(Reflect.get(Object(token.json), 'csrfToken'));
    const fields = { email: 'ana@example.test', password: 'x', code: '1', callbackUrl: '/' };
    // The answer has it in several headers.
    const lengthsOf = (name: string) => (name === 'callbackUrl' ? [1_000, 200] : fieldLengths);
    let network = 0;
    const submit = (form: Record<string, string>): Call => {
      network += 1;
      return {
        path: '/api/auth/callback/credentials',
        headers: {
          host: tenant.host,
          cookie,
          'content-type': 'application/x-www-form-urlencoded',
          // Failures are counted by network.
          'x-forwarded-for': `198.51.${network % 250}.1`,
        },
        body: new URLSearchParams({ ...form, csrfToken }).toString(),
      };
    };
    const calls = Object.keys(fields).flatMap((name) =>
      callsWith(name, lengthsOf(name), (text) => submit({ ...fields, [name]: text })),
    );
    expect(await slowOnes(calls)).toEqual([]);
  },
  5 * minutes,
);

const cookiesOf = ({ headers }: Answer) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
