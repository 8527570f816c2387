import { type APIRequestContext, test as base, expect } from '@playwright/test';
import { sendLead } from './api.ts';
import { Panel } from './panel.ts';
import { credentials, type Role } from './people.ts';
import { Person } from './person.ts';
import { firstCompany, type SignedIn, signIn } from './sign-in.ts';

export { expect };

type Lead = Parameters<typeof sendLead>[2];

/** So few that a busy machine answers them all in time. */
const atOnce = 8;

/** How browsers complain of what a page's policy forbids. No test may expect that. */
const violation = /Content Security Policy/;
/** Over plain http, browsers heed this header on this very machine only, and say so. */
const ignoredOverHttp = /^The Cross-Origin-Opener-Policy header has been ignored/;

interface TestFixtures {
  /** Who the browser is signed in as; `null` for nobody. */
  role: Role | null;
  /** Calls of an admin, whoever the browser is signed in as. */
  panel: Panel;
  /** Without a session, as other systems call. */
  api: APIRequestContext;
  /** Sends leads with a key of the test's own. */
  send: (stepId: string, ...leads: Lead[]) => Promise<{ id: string }[]>;
  /** Somebody of the test's own. Only for tests of the demo installation. */
  person: Person;
  /** Complaints of the browser, and origins beside ours, that a test provokes and expects. */
  expectedComplaints: RegExp[];
  /** Fails a test whose pages complained, or talked to somebody else. */
  goodBehaviour: undefined;
}

interface WorkerFixtures {
  origin: string;
  sessionOf: (role: Role) => Promise<SignedIn>;
  company: string;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  role: ['admin', { option: true }],
  expectedComplaints: [[], { option: true }],

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
    await panel.tidyUp();
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
      for (let start = 0; start < leads.length; start += atOnce) {
        const some = leads.slice(start, start + atOnce);
        sent.push(...(await Promise.all(some.map((lead) => sendLead(api, call, lead)))));
      }

      return sent;
    });
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names in it
  person: async ({}, use) => {
    const person = new Person();
    await person.create();
    await use(person);
    await person.deactivate();
  },

  goodBehaviour: [
    async ({ context, origin, expectedComplaints }, use) => {
      const complaints: string[] = [];
      const expected = [/^Failed to load resource/, ignoredOverHttp, ...expectedComplaints];
      const note = (kind: string, text: string) => {
        const isExpected = !violation.test(text) && expected.some((known) => known.test(text));
        if (!isExpected) complaints.push(`${kind}: ${text}`);
      };
      context.on('console', (message) => {
        if (message.type() === 'error') note('console', message.text());
      });
      context.on('weberror', (error) => complaints.push(`thrown: ${error.error().message}`));
      context.on('request', (request) => {
        const url = new URL(request.url());
        const leaves = /^(https?|wss?):$/.test(url.protocol) && url.host !== new URL(origin).host;
        if (leaves) note('request', url.origin);
      });
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
