import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { missingDurability } from '#db/durability.ts';
import { openEmbeddedServer } from '#db/embedded/cluster.ts';
import type { Belongings } from './belongings.ts';

/** In the project, because a temporary folder of the system may lie in memory, where `fsync` costs nothing. */
const parent = '.cache';
/** Not the server's first one, which whoever holds the server is connected to. */
const template = 'bench_template';

/** Another database of the same server. */
const addressOf = (url: string, database: string) => url.replace(/[^/]+$/, database);

/** What PostgreSQL says of itself, for the report. */
export interface ServerFacts {
  version: string;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  shared_buffers: string;
}

/** The one PostgreSQL of a run, with the settings that the product gives it. */
export class DatabaseServer {
  /** The database that others are copied from. */
  readonly templateUrl: string;
  readonly #admin: postgres.Sql;

  private constructor(admin: postgres.Sql, templateUrl: string) {
    this.#admin = admin;
    this.templateUrl = templateUrl;
  }

  static async open(belongings: Belongings): Promise<DatabaseServer> {
    mkdirSync(parent, { recursive: true });
    const folder = mkdtempSync(join(parent, 'bench-'));
    belongings.add(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o755);

    const server = await openEmbeddedServer(folder, 'bench');
    belongings.add(() => rmSync(server.home, { recursive: true, force: true }));
    belongings.add(() => server.release());
    const admin = postgres(addressOf(server.url, 'postgres'), {
      max: 1,
      max_lifetime: null,
      onnotice: () => {},
    });
    belongings.add(() => admin.end({ timeout: 1 }));
    await admin`create database ${admin(template)}`;
    return new DatabaseServer(admin, addressOf(server.url, template));
  }

  /** @throws Error naming what is off: then a commit proves nothing, and no figure would count */
  async assertDurable(): Promise<ServerFacts> {
    const missing = await missingDurability(this.#admin);
    if (missing.length > 0) throw new Error(`Not durable, so not measured: ${missing.join(', ')}`);

    const [facts] = await this.#admin<ServerFacts[]>`
      select current_setting('server_version') as version, current_setting('fsync') as fsync,
        current_setting('full_page_writes') as full_page_writes,
        current_setting('synchronous_commit') as synchronous_commit,
        current_setting('shared_buffers') as shared_buffers`;
    if (!facts) throw new Error('PostgreSQL does not tell its settings');
    return facts;
  }

  /** @returns the address of a copy of the template, which nobody may be connected to */
  async copyTemplate(name: string): Promise<string> {
    await this.#admin`create database ${this.#admin(name)} template ${this.#admin(template)}`;
    return addressOf(this.templateUrl, name);
  }

  /** So that no round pays for the writes of the one before. */
  readonly checkpoint = async (): Promise<void> => {
    await this.#admin`checkpoint`;
  };
}
