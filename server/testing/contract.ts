import { afterAll, beforeAll, describe, expect } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { isPublicPath } from '../public-api/contract.ts';
import { expectDocumented } from './documented.ts';
import { type Answer, type Call, send } from './http-client.ts';
import { type RawAnswer, sendRaw } from './raw-client.ts';
import { isFull, type Program, startLeadgate } from './start-leadgate.ts';
import { type ContractTenant, createContractTenant } from './tenant.ts';
import { openWebServer } from './web-server.ts';

type LooseCall = Partial<Omit<Call, 'headers'>> & {
  /** An `undefined` one is left out. */
  headers?: Record<string, string | string[] | undefined>;
};

export const failed = (error: string) => ({ success: false, error });

/** The ten fields of an answer that must be a success. */
export function leadOf(answer: Answer): Record<string, string> {
  expect(answer.text).toContain('"success":true');
  return (answer.json as { data: Record<string, string> }).data;
}

type Way = { name: string; program?: Program; connection: 'close' | 'keep-alive' };

/** The server of `server/main.ts` in this process; in full also each way to serve the production build. */
const ways: readonly Way[] = isFull
  ? [
      { name: 'server/main.ts', program: 'server/main.ts', connection: 'close' },
      { name: 'server/main.ts', program: 'server/main.ts', connection: 'keep-alive' },
      { name: 'next start', program: 'next start', connection: 'close' },
    ]
  : [{ name: 'this process', connection: 'keep-alive' }];

interface Served {
  port: number;
  pid: number;
  stop(): Promise<unknown>;
}

/** The public API of one server: a good request, changed as a test wants it, and what it stored. */
class Contract {
  readonly #way: Way;
  readonly #database: ReturnType<typeof withTestDatabase>;
  readonly #tenant: () => ContractTenant;
  readonly #server: () => Served;

  constructor(
    way: Way,
    database: ReturnType<typeof withTestDatabase>,
    tenant: () => ContractTenant,
    server: () => Served,
  ) {
    this.#way = way;
    this.#database = database;
    this.#tenant = tenant;
    this.#server = server;
  }

  /** A whole program serves, with the pages and documents of Next. */
  get hasPanel(): boolean {
    return this.#way.program !== undefined;
  }

  /** Next serves alone, without `server/main.ts`. */
  get isNextAlone(): boolean {
    return this.#way.program === 'next start';
  }

  get tenant(): ContractTenant {
    return this.#tenant();
  }

  get pid(): number {
    return this.#server().pid;
  }

  get port(): number {
    return this.#server().port;
  }

  get sql() {
    return this.#database.sql;
  }

  /** Sends the good request, changed as given. The document describes every answer of the API. */
  async call({ headers = {}, ...rest }: LooseCall = {}): Promise<Answer> {
    const all = {
      host: this.tenant.host,
      'x-api-key': this.tenant.secrets.good,
      'content-type': 'application/json',
      connection: this.#way.connection,
      ...headers,
    };
    const given = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    const call = {
      path: `/api/leads/public/${this.tenant.stepId}`,
      body: '{"name":"Maria"}',
      ...rest,
      headers: Object.fromEntries(given),
    };
    const answer = await send(this.port, call);
    if (isPublicPath(call.path)) expectDocumented(call, answer);
    return answer;
  }

  /** The good request with more lines in its head, byte for byte (Latin-1). */
  raw(lines: readonly string[], { host = this.tenant.host, origin = '' } = {}): Promise<RawAnswer> {
    const body = '{"name":"Maria"}';
    const head = [
      `POST ${origin}/api/leads/public/${this.tenant.stepId} HTTP/1.1`,
      ...(host ? [`Host: ${host}`] : []),
      `X-API-Key: ${this.tenant.secrets.good}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    return sendRaw(this.port, [...head, ...lines], body);
  }

  post(body: unknown): Promise<Answer> {
    return this.call({ body: typeof body === 'string' ? body : JSON.stringify(body) });
  }

  /** The row of the lead that the answer tells of, with its contact. */
  async stored(answer: Answer) {
    const [row] = await this.sql`
      select l.*, c.name as contact_name, c.phones as contact_phones, c.email as contact_email
      from leads l join contacts c on c.company_id = l.company_id and c.id = l.contact_id
      where l.id = ${leadOf(answer).id ?? ''}`;
    return row;
  }

  async countLeads(): Promise<number> {
    return Number((await this.sql`select count(*) from leads`)[0]?.count);
  }
}

/** Holds the same tests against the public API, on one fresh database. */
export function describeContract(
  title: string,
  tests: (api: Contract) => void,
  env: Record<string, string> = {},
): void {
  const database = withTestDatabase();
  let tenant: ContractTenant;
  beforeAll(async () => {
    tenant = await createContractTenant(database.db);
  });

  describe.each(ways)(`${title}, behind $name, connection: $connection`, (way) => {
    let server: Served;
    beforeAll(async () => {
      const { program } = way;
      server = program
        ? await startLeadgate({ program, databaseUrl: database.url, env }).ready
        : await openWebServer(database.url, { RATE_LIMIT_PER_KEY: '0', ...env });
    });
    afterAll(() => server?.stop());

    tests(
      new Contract(
        way,
        database,
        () => tenant,
        () => server,
      ),
    );
  });
}
