import { type APIRequestContext, test as base, expect } from '@playwright/test';
import { sendLead } from './api.ts';
import { Installation, type TestCompany } from './installation.ts';
import { Panel } from './panel.ts';
import { firstCompany, type SignedIn, signIn } from './sign-in.ts';
import { type Credentials, credentials, type Role, TestUser } from './users.ts';

export { expect };

type Lead = Parameters<typeof sendLead>[2];

/** Concurrent requests; few, so that a busy machine responds in time. */
const maxConcurrent = 8;

/** Violations of the page's policy. No test may expect them. */
const violation = /Content Security Policy/;
/** Browsers log that they ignore this header on http hosts other than localhost. */
const ignoredOverHttp = /^The Cross-Origin-Opener-Policy header has been ignored/;

interface TestFixtures {
  /** The role of the signed-in user; `null` when signed out. */
  role: Role | null;
  /** The company begins without funnels. For tests with `@own` only. */
  isEmpty: boolean;
  /** The company of the test, where no other test is, in an installation that the tests started. */
  testCompany: TestCompany | undefined;
  /** Slug of the company. */
  company: string;
  /** The member with a role; the same one each time. */
  memberOf: (role: Role) => Promise<Credentials>;
  /** A session of that member, for a browser context; the same one each time. */
  sessionOf: (role: Role) => Promise<SignedIn>;
  /** Calls as an admin, independent of `role`. */
  panel: Panel;
  /** Requests without a session. */
  api: APIRequestContext;
  /** Sends leads with a key created for the test. */
  send: (stepId: string, ...leads: Lead[]) => Promise<{ id: string }[]>;
  /** Sends a lead to a funnel that is created for it; returns its id. */
  createLead: (lead: Lead) => Promise<string>;
  /** An agent created for the test. For tests with `@own` only. */
  user: TestUser;
  /** A further company of the admin. For tests with `@own` only. */
  otherCompany: TestCompany;
  /** Browser errors and foreign origins that a test expects. */
  expectedErrors: RegExp[];
  /** Fails a test whose pages logged errors or sent requests to another origin. */
  noBrowserErrors: undefined;
}

interface WorkerFixtures {
  origin: string;
  /** Undefined against an installation that the tests did not start. */
  installation: Installation | undefined;
  /** What all tests share in an installation that they did not start. */
  shared: { company(): Promise<string>; sessionOf(role: Role): Promise<SignedIn> };
}

/** Creates a value once for each key. */
function once<Key, Value>(create: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const created = new Map<Key, Promise<Value>>();
  return (key) => {
    const value = created.get(key) ?? create(key);
    created.set(key, value);
    return value;
  };
}

/** For tests that need an installation of their own. */
const existing = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('This test needs the tag @own');
  return value;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  role: ['admin', { option: true }],
  isEmpty: [false, { option: true }],
  expectedErrors: [[], { option: true }],

  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names in it
    async ({}, use) => {
      const origin = process.env.PLAYWRIGHT_BASE_URL;
      if (!origin) throw new Error('PLAYWRIGHT_BASE_URL is not set');
      await use(origin);
    },
    { scope: 'worker' },
  ],
  installation: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names in it
    async ({}, use) => {
      const installation = Installation.open();
      await use(installation);
      await installation?.close();
    },
    { scope: 'worker' },
  ],
  shared: [
    async ({ origin }, use) => {
      const sessionOf = once((role: Role) => signIn(origin, credentials(role)));
      const company = once(async (_: 'first') => firstCompany(origin, await sessionOf('admin')));
      await use({
        sessionOf,
        company: async () => process.env.E2E_COMPANY ?? company('first'),
      });
    },
    { scope: 'worker' },
  ],

  testCompany: async ({ installation, isEmpty }, use) =>
    use(await installation?.createCompany({ isEmpty })),
  company: async ({ testCompany, shared }, use) =>
    use(testCompany?.slug ?? (await shared.company())),
  memberOf: async ({ installation, testCompany }, use) =>
    use(
      once(async (role) =>
        installation && testCompany
          ? installation.createUser(testCompany, role)
          : credentials(role),
      ),
    ),
  sessionOf: async ({ installation, memberOf, shared, origin }, use) =>
    use(
      once(async (role) => {
        const member = await memberOf(role);
        return installation && member instanceof TestUser
          ? installation.startSession(member, origin)
          : shared.sessionOf(role);
      }),
    ),

  baseURL: async ({ origin }, use) => use(origin),
  storageState: async ({ role, sessionOf }, use) =>
    use(role ? await sessionOf(role) : { cookies: [], origins: [] }),

  panel: async ({ playwright, origin, sessionOf, company, testCompany }, use) => {
    const storageState = await sessionOf('admin');
    const http = await playwright.request.newContext({ baseURL: origin, storageState });
    const panel = new Panel(http, company);
    await use(panel);
    if (!testCompany) await panel.removeAll();
    await http.dispose();
  },
  api: async ({ playwright, origin }, use) => {
    const http = await playwright.request.newContext({ baseURL: origin });
    await use(http);
    await http.dispose();
  },
  send: async ({ api, panel }, use) => {
    let secret: string | undefined;
    await use(async (stepId, ...leads) => {
      secret ??= (await panel.createKey()).secret;
      const call = { stepId, secret };
      const sent: { id: string }[] = [];
      // A few come in their order, which lists show.
      const atOnce = leads.length > maxConcurrent ? maxConcurrent : 1;
      for (let start = 0; start < leads.length; start += atOnce) {
        const some = leads.slice(start, start + atOnce);
        sent.push(...(await Promise.all(some.map((lead) => sendLead(api, call, lead)))));
      }

      return sent;
    });
  },

  createLead: ({ panel, send }, use) =>
    use(async (lead) => {
      const { step } = await panel.createFunnel();
      const [sent] = await send(step.id, lead);

      return sent?.id ?? '';
    }),

  user: async ({ context, installation, testCompany }, use) => {
    await use(await existing(installation).createUser(existing(testCompany), 'agent'));
    // A page of the user would open the sign-in page, and closing a page that opens another has hung.
    for (const page of context.pages()) await page.goto('about:blank');
  },
  otherCompany: async ({ installation, memberOf }, use) => {
    const admin = await memberOf('admin');
    const company = await existing(installation).createCompany({ name: 'Initech Labs' });
    if (admin instanceof TestUser) await installation?.addMember(company, admin.id, 'admin');
    await use(company);
  },

  noBrowserErrors: [
    async ({ context, origin, expectedErrors }, use) => {
      const errors: string[] = [];
      const expected = [/^Failed to load resource/, ignoredOverHttp, ...expectedErrors];
      const record = (kind: string, text: string) => {
        const isExpected = !violation.test(text) && expected.some((known) => known.test(text));
        if (!isExpected) errors.push(`${kind}: ${text}`);
      };
      context.on('console', (message) => {
        if (message.type() === 'error') record('console', message.text());
      });
      context.on('weberror', (error) => {
        const { name, message } = error.error();
        record('thrown', `${name}: ${message}`);
      });
      context.on('request', (request) => {
        const url = new URL(request.url());
        const isForeign =
          /^(https?|wss?):$/.test(url.protocol) && url.host !== new URL(origin).host;
        if (isForeign) record('request', url.origin);
      });
      await use(undefined);
      // A live page calls the server until it is closed: a faked answer may be under way then.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});
