import type { Database } from '#db/client.ts';
import {
  type Application,
  findApplicationByHost,
} from '../services/applications/find-application-by-host.ts';
import { normalizeHost } from '../services/applications/host.ts';
import type { Announcements } from './announcements.ts';
import { Directory } from './directory.ts';

const maxHosts = 10_000;

/** Which application a host belongs to. */
export class HostDirectory {
  readonly #directory: Directory<Application>;

  constructor(db: Database, announcements: Announcements) {
    this.#directory = new Directory({
      announcements,
      topic: 'hosts',
      max: maxHosts,
      read: (host) => findApplicationByHost(db, host),
    });
  }

  /**
   * @param hostHeader as it was sent, port and all
   * @param until when the answer is needed, by `performance.now()`
   */
  async find(hostHeader: string, until?: number): Promise<Application | undefined> {
    const host = normalizeHost(hostHeader);
    return (await this.#directory.find(host, host, until)).value;
  }
}
