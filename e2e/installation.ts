import { randomBytes, randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { encode } from 'next-auth/jwt';
import { openPool, type Pool } from '#db/client.ts';
import { createApiKey, createKeyAlarm, type KeyAlarm } from '#db/factories/api-keys.ts';
import { createCompany } from '#db/factories/applications.ts';
import { createFunnel, createStep } from '#db/factories/funnels.ts';
import { createMember, createSession, createUser } from '#db/factories/users.ts';
import type { SignedIn } from './sign-in.ts';
import { type Role, TestUser } from './users.ts';

const password = randomUUID();
const passwordHash = hash(password);

/**
 * The installation that the tests have started. Each test has a company of its own there, with members
 * of its own, written to the database.
 */
export class Installation {
  readonly #pool: Pool;
  readonly #authSecret: string;
  #applicationId: string | undefined;

  /** Undefined when the tests run against an installation that they did not start. */
  static open(): Installation | undefined {
    const { E2E_DATABASE_URL: databaseUrl, E2E_AUTH_SECRET: authSecret } = process.env;
    return databaseUrl && authSecret ? new Installation(databaseUrl, authSecret) : undefined;
  }

  /**
   * @param databaseUrl of the owner of its database
   * @param authSecret `AUTH_SECRET` of its processes
   */
  private constructor(databaseUrl: string, authSecret: string) {
    this.#pool = openPool(databaseUrl, { name: 'e2e', connections: 2, statementTimeout: 20_000 });
    this.#authSecret = authSecret;
  }

  /** A company with a funnel of two steps and a key that nothing uses, or an empty one. */
  async createCompany({ name = 'Initech Sales', isEmpty = false } = {}): Promise<TestCompany> {
    const { db } = this.#pool;
    const applicationId = await this.#findApplication();
    const { id, slug } = await createCompany(db, { applicationId, name });
    if (!isEmpty) {
      const { id: funnelId } = await createFunnel(db, { companyId: id, name: 'New customers' });
      for (const step of ['New', 'Contacted'])
        await createStep(db, { companyId: id, funnelId, name: step });
      const secretHash = randomBytes(32);
      await createApiKey(db, { companyId: id, secretHash, prefix: 'lk_Qf2T', last4: 'y7Kd' });
    }
    return { id, slug };
  }

  async createUser(company: TestCompany, role: Role): Promise<TestUser> {
    const { db } = this.#pool;
    const applicationId = await this.#findApplication();
    const { id, email, name } = await createUser(db, {
      applicationId,
      email: `${role}-${randomUUID().slice(0, 8)}@acme.test`,
      name: `Test ${role}`,
      passwordHash: await passwordHash,
    });
    await createMember(db, { applicationId, companyId: company.id, userId: id, role });
    return new TestUser({ id, email, name, password, company: company.slug });
  }

  /** Makes a user a member of a further company. */
  async addMember(company: TestCompany, userId: string, role: Role): Promise<void> {
    const applicationId = await this.#findApplication();
    await createMember(this.#pool.db, { applicationId, companyId: company.id, userId, role });
  }

  /** A session of a user, as the sign-in page begins it. */
  async startSession({ id: userId }: TestUser, origin: string): Promise<SignedIn> {
    const applicationId = await this.#findApplication();
    const { id: sessionId } = await createSession(this.#pool.db, { userId });
    const token = { sessionId, userId, applicationId };
    const value = await encode({ token, secret: this.#authSecret, maxAge: 3_600 });
    const cookie = {
      name: 'leadgate.session',
      value,
      domain: new URL(origin).hostname,
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax' as const,
    };
    return { cookies: [cookie], origins: [] };
  }

  /** Adds an open alarm to a key, which has to be in use for that. */
  async addAlarm(
    { id: companyId }: TestCompany,
    apiKeyId: string,
    alarm: Pick<KeyAlarm, 'figures' | 'startedAt'>,
  ): Promise<void> {
    await this.#pool.sql`update api_keys set last_used_at = now() where id = ${apiKeyId}`;
    await createKeyAlarm(this.#pool.db, { companyId, apiKeyId, ...alarm });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  /** The application of the demo data, because it owns the host. */
  async #findApplication(): Promise<string> {
    if (!this.#applicationId) {
      const [row] = await this.#pool.sql`select id from applications where slug = 'acme'`;
      this.#applicationId = String(row?.id);
    }
    return this.#applicationId;
  }
}

export interface TestCompany {
  id: string;
  slug: string;
}
