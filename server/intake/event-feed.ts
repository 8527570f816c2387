import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type postgres from 'postgres';
import { describeFault } from '../fault.ts';
import type { Logger } from '../log.ts';
import { type Announcements, leadChannel } from './announcements.ts';
import { withDeadline } from './deadline.ts';

/** Ids of steps whose leads have changed; `null` when any of the company may have. */
export type ChangedSteps = ReadonlySet<string> | null;

export interface Follower {
  changed(steps: ChangedSteps): void;
  /** The process is about to stop. */
  end(): void;
}

/** Sends announcements, each of at most 8,000 bytes. */
type Send = (payloads: string[]) => Promise<unknown>;

/** All in one statement: PostgreSQL takes one lock for every transaction that announces. */
export const announceLeads =
  (sql: postgres.Sql): Send =>
  (payloads) =>
    sql`select pg_notify(${leadChannel}, payload) from unnest(${payloads}::text[]) as payload`;

/** Milliseconds between two announcements, however much happens. */
const interval = 200;
const sendDeadline = 5_000;
/** So many ids fit into the 8,000 bytes of an announcement; of more, only the company is told. */
const maxSteps = 200;

/**
 * Tells every process which steps have other leads now, and in this one whoever follows a company.
 * Noting is all that a commit pays for. What cannot be sent is dropped: who follows looks at
 * everything again from time to time.
 */
export class EventFeed {
  readonly #announce: Send;
  readonly #log: Logger;
  readonly #followers = new Map<string, Set<Follower>>();
  #noted = new Map<string, Set<string> | null>();
  #sending: Promise<void> | undefined;
  #isDraining = false;

  constructor(announce: Send, announcements: Pick<Announcements, 'onLeads'>, log: Logger) {
    this.#announce = announce;
    this.#log = log;
    announcements.onLeads(
      (payload) => this.#hear(payload),
      () => this.#tellAll((follower) => follower.changed(null)),
    );
  }

  /** @param stepId absent when more than the leads of one step may have changed */
  note(companyId: string, stepId?: string): void {
    const steps = this.#noted.get(companyId);
    if (!stepId) this.#noted.set(companyId, null);
    else if (steps) steps.add(stepId);
    else if (steps === undefined) this.#noted.set(companyId, new Set([stepId]));

    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
  }

  /** @returns how to stop it, or undefined when the process is about to stop */
  follow(companyId: string, follower: Follower): (() => void) | undefined {
    if (this.#isDraining) return undefined;

    const followers = this.#followers.get(companyId) ?? new Set();
    this.#followers.set(companyId, followers.add(follower));

    return () => {
      followers.delete(follower);
      if (followers.size === 0 && this.#followers.get(companyId) === followers)
        this.#followers.delete(companyId);
    };
  }

  get followers(): number {
    return [...this.#followers.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Lets go of all who follow, and takes no new ones. Notes still reach the other processes. */
  drain(): void {
    this.#isDraining = true;
    this.#tellAll((follower) => follower.end());
  }

  /** Sends what is noted. */
  async close(): Promise<void> {
    this.drain();
    await this.#sending;
  }

  #hear(payload: string): void {
    const [companyId = '', ...steps] = payload.split(' ');
    const changed = steps.length > 0 ? new Set(steps) : null;
    for (const follower of this.#followers.get(companyId) ?? []) follower.changed(changed);
  }

  #tellAll(tell: (follower: Follower) => void): void {
    for (const followers of this.#followers.values()) for (const one of followers) tell(one);
  }

  /** The first note after a silence leaves at the end of its turn of the event loop. */
  async #send(): Promise<void> {
    while (this.#noted.size > 0) {
      await turn();
      const payloads = this.#take();
      try {
        await withDeadline(this.#announce(payloads), sendDeadline);
      } catch (error) {
        this.#log.warn({ fault: describeFault(error) }, 'changes of leads could not be announced');
      }
      await sleep(interval, undefined, { ref: false });
    }
  }

  #take(): string[] {
    const noted = this.#noted;
    this.#noted = new Map();

    return Array.from(noted, ([companyId, steps]) =>
      steps && steps.size <= maxSteps ? [companyId, ...steps].join(' ') : companyId,
    );
  }
}
