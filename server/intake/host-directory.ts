import type { Database } from '#db/client.ts';
import {
  type Application,
  findApplicationByHost,
} from '../services/applications/find-application-by-host.ts';
import { normalizeHost } from '../services/applications/host.ts';
import type { Announcements } from './announcements.ts';
import { Directory, whenRead } from './directory.ts';

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
  find(
    hostHeader: string,
    until?: number,
  ): Application | undefined | Promise<Application | undefined> {
    const host = normalizeHost(hostHeader);
    return whenRead(this.#directory.find(host, host, until), ({ value }) => value);
  }
}
