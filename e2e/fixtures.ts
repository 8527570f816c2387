import { type APIRequestContext, test as base, expect } from '@playwright/test';
import { sendLead } from './api.ts';
import { Panel } from './panel.ts';
import { firstCompany, type SignedIn, signIn } from './sign-in.ts';
import { credentials, type Role, TestUser } from './users.ts';

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
  /** Calls as an admin, independent of `role`. */
  panel: Panel;
  /** Requests without a session. */
  api: APIRequestContext;
  /** Sends leads with a key created for the test. */
  send: (stepId: string, ...leads: Lead[]) => Promise<{ id: string }[]>;
  /** Sends a lead to a funnel that is created for it; returns its id. */
  createLead: (lead: Lead) => Promise<string>;
  /** A user created for the test. For tests with `@demo` only. */
  user: TestUser;
  /** Browser errors and foreign origins that a test expects. */
  expectedErrors: RegExp[];
  /** Fails a test whose pages logged errors or sent requests to another origin. */
  noBrowserErrors: undefined;
}

interface WorkerFixtures {
  origin: string;
  sessionOf: (role: Role) => Promise<SignedIn>;
  company: string;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  role: ['admin', { option: true }],
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
  sessionOf: [
    async ({ origin }, use) => {
      const sessions = new Map<Role, Promise<SignedIn>>();
      await use((role) => {
        const session = sessions.get(role) ?? signIn(origin, credentials(role));
        sessions.set(role, session);

        return session;
      });
    },
    { scope: 'worker' },
  ],
  company: [
    async ({ origin, sessionOf }, use) =>
      use(process.env.E2E_COMPANY ?? (await firstCompany(origin, await sessionOf('admin')))),
    { scope: 'worker' },
  ],

  baseURL: async ({ origin }, use) => use(origin),
  storageState: async ({ role, sessionOf }, use) =>
    use(role ? await sessionOf(role) : { cookies: [], origins: [] }),

  panel: async ({ playwright, origin, sessionOf, company }, use) => {
    const storageState = await sessionOf('admin');
    const http = await playwright.request.newContext({ baseURL: origin, storageState });
    const panel = new Panel(http, company);
    await use(panel);
    await panel.removeAll();
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
      for (let start = 0; start < leads.length; start += maxConcurrent) {
        const some = leads.slice(start, start + maxConcurrent);
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

  user: async ({ context }, use) => {
    const user = new TestUser();
    await user.create();
    await use(user);
    // A page of the user would open the sign-in page while its context is closed, which has hung.
    for (const page of context.pages()) await page.close();
    await user.deactivate();
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
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});
