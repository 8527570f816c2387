import { afterAll, beforeAll } from 'vitest';
import type { TestDatabase } from '#db/testing.ts';
import { announceChanges, ChangeFeed } from '../events/change-feed.ts';
import { ChangeListener } from '../events/change-listener.ts';
import { SessionWatch } from '../events/session-watch.ts';
import { createLogger } from '../log.ts';
import { listLiveSessions } from '../services/session/is-live-session.ts';

interface Instance {
  readonly events: ChangeFeed;
  readonly announcements: ChangeListener;
  readonly sessions: SessionWatch;
}

/** What a process hears and tells of changes, for the tests of a file. Use it inside tests and hooks. */
export function withEvents(database: TestDatabase): Instance {
  let instance: Instance | undefined;

  beforeAll(() => {
    const announcements = new ChangeListener(database.url);
    const send = announceChanges(database.sql);
    const log = createLogger('silent');
    instance = {
      announcements,
      events: new ChangeFeed(send, announcements, log),
      sessions: new SessionWatch((sessionIds) => listLiveSessions(database.db, sessionIds), log),
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
