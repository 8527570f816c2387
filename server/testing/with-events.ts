import { afterAll, beforeAll } from 'vitest';
import type { TestDatabase } from '#db/testing.ts';
import { Announcements } from '../intake/announcements.ts';
import { announceLeads, EventFeed } from '../intake/event-feed.ts';
import { SessionWatch } from '../intake/session-watch.ts';
import { createLogger } from '../log.ts';
import { listSessionVersions } from '../services/session/list-session-versions.ts';

interface Instance {
  readonly events: EventFeed;
  readonly announcements: Announcements;
  readonly sessions: SessionWatch;
}

/** What a process hears and tells of changes, for the tests of a file. Use it inside tests and hooks. */
export function withEvents(database: TestDatabase): Instance {
  let instance: Instance | undefined;

  beforeAll(() => {
    const announcements = new Announcements(database.url);
    const send = announceLeads(database.sql);
    const log = createLogger('silent');
    instance = {
      announcements,
      events: new EventFeed(send, announcements, log),
      sessions: new SessionWatch((userIds) => listSessionVersions(database.db, userIds), log),
    };
  });
  afterAll(async () => {
    await instance?.events.close();
    await instance?.announcements.close();
  });

  const opened = () => {
    if (!instance) throw new Error('Events are there from beforeAll on');
    return instance;
  };
  return {
    get events() {
      return opened().events;
    },
    get announcements() {
      return opened().announcements;
    },
    get sessions() {
      return opened().sessions;
    },
  };
}
