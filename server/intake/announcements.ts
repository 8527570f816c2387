import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, type SingleConnection } from '#db/client.ts';
import { withDeadline } from './deadline.ts';

/** What may change under a directory. Triggers of the schema say so on the first channel. */
export type Topic = 'keys' | 'steps' | 'hosts';

const topicChannel = 'leadgate';
/** Where processes tell each other which steps have other leads now. */
export const leadChannel = 'leadgate_leads';
const channels = [topicChannel, leadChannel];

/** Milliseconds between two looks at the connection, and for its answer. */
const lookInterval = 250;
const lookDeadline = 500;
/** Milliseconds after which a connection that does not answer is given up for another one. */
const statementDeadline = 4_000;

interface Listener {
  channel: string;
  hear: (payload: string) => void;
  missed: () => void;
}

/**
 * Hears of every change that the database announces, on a connection of its own.
 *
 * PostgreSQL delivers announcements in order and before the answer to the next statement, so an
 * answered look proves that all earlier ones have come. Without an answer in time the connection
 * counts as down: from then on until it listens again nothing that is remembered may be used.
 */
export class Announcements {
  readonly #open: () => SingleConnection;
  readonly #listeners: Listener[] = [];
  readonly #ending = new AbortController();
  #connection: SingleConnection | undefined;
  #isLive = false;

  constructor(url: string) {
    this.#open = () =>
      openConnection(url, {
        name: 'announcements',
        statementTimeout: statementDeadline,
        onNotify: (channel, payload) => this.#hear(channel, payload),
      });
    void this.#run();
  }

  /** Whether everything that has changed is known here. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Calls `forget` whenever the topic changes, and when changes may have been missed. */
  on(topic: Topic, forget: () => void): void {
    const hear = (payload: string) => {
      if (payload === topic) forget();
    };
    this.#listeners.push({ channel: topicChannel, hear, missed: forget });
  }

  /** Calls `hear` with what is said of leads, and `missed` when it hears again after a while. */
  onLeads(hear: (payload: string) => void, missed: () => void): void {
    const again = () => {
      if (this.#isLive) missed();
    };
    this.#listeners.push({ channel: leadChannel, hear, missed: again });
  }

  async close(): Promise<void> {
    this.#ending.abort();
    this.#become(false);
    await this.#connection?.close();
  }

  #hear(channel: string, payload: string): void {
    for (const listener of this.#listeners)
      if (listener.channel === channel) listener.hear(payload);
  }

  /** What was remembered meanwhile is forgotten as well: its change may not have been heard. */
  #become(isLive: boolean): void {
    this.#isLive = isLive;
    for (const { missed } of this.#listeners) missed();
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await this.#look().catch(() => this.#become(false));
      await sleep(lookInterval, undefined, { signal }).catch(() => {});
    }
  }

  async #look(): Promise<void> {
    const { sql } = await this.#connect();
    await withDeadline(sql`select`, lookDeadline);
    if (!this.#isLive && !this.#ending.signal.aborted) this.#become(true);
  }

  /** A connection that listens. One that does not answer is kept: it may only be slow. */
  async #connect(): Promise<SingleConnection> {
    if (this.#connection && !this.#connection.isLost) return this.#connection;

    const connection = this.#open();
    connection.lost.catch(() => this.#become(false));
    try {
      const { sql } = connection;
      await Promise.all(channels.map((channel) => sql`listen ${sql(channel)}`));
    } catch (error) {
      await connection.close();
      throw error;
    }
    this.#connection = connection;
    return connection;
  }
}
