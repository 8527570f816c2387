import { LRUCache } from 'lru-cache';
import type { Database } from '#db/client.ts';
import {
  type Application,
  findApplicationByHost,
} from '../services/applications/find-application-by-host.ts';
import { normalizeHost } from '../services/applications/host.ts';

const maxAge = 1_000;
const maxHosts = 10_000;

/** Which application a host belongs to, remembered for a second. */
export class HostDirectory {
  readonly #db: Database;
  readonly #known = new LRUCache<string, { application: Application | undefined }>({
    max: maxHosts,
    ttl: maxAge,
  });

  constructor(db: Database) {
    this.#db = db;
  }

  /** @param hostHeader as it was sent, port and all */
  async find(hostHeader: string): Promise<Application | undefined> {
    const host = normalizeHost(hostHeader);
    const known = this.#known.get(host);
    if (known) return known.application;

    const application = await findApplicationByHost(this.#db, host);
    this.#known.set(host, { application });
    return application;
  }
}
