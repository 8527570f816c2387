import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { withDeadline } from './deadline.ts';

/** What may change under a directory. Triggers of the schema say so on the channel. */
export type Topic = 'keys' | 'steps' | 'hosts';

const channel = 'leadgate';
/** Milliseconds between two looks at the connection, and for its answer. */
const lookInterval = 250;
const lookDeadline = 500;

/**
 * Hears of every change that the database announces, on a connection of its own.
 *
 * PostgreSQL delivers announcements in order and before the answer to the next statement, so an
 * answered look proves that all earlier ones have come. Without an answer in time the connection
 * counts as down: from then on until it listens again nothing that is remembered may be used.
 */
export class Announcements {
  readonly #sql: postgres.Sql;
  readonly #listeners: { topic: Topic; forget: () => void }[] = [];
  readonly #ending = new AbortController();
  #isLive = false;

  constructor(url: string) {
    const options = {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: 5,
      fetch_types: false,
      onnotice: () => {},
      connection: { application_name: 'leadgate announcements' },
      onclose: () => this.#down(),
      /** Read by postgres.js, but missing in its types: `listen` hides a lost connection. */
      onnotify: (_channel: string, topic: string) => this.#hear(topic),
    };
    this.#sql = postgres(url, options);
    void this.#run();
  }

  /** Whether everything that has changed is known here. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Calls `forget` whenever the topic changes, and when changes may have been missed. */
  on(topic: Topic, forget: () => void): void {
    this.#listeners.push({ topic, forget });
  }

  async close(): Promise<void> {
    this.#ending.abort();
    this.#down();
    await this.#sql.end({ timeout: 1 });
  }

  #hear(topic: string): void {
    for (const listener of this.#listeners) if (listener.topic === topic) listener.forget();
  }

  #down(): void {
    this.#isLive = false;
    this.#forgetAll();
  }

  /** What was read until now may be older than a change that was announced to nobody. */
  #up(): void {
    this.#forgetAll();
    this.#isLive = true;
  }

  #forgetAll(): void {
    for (const { forget } of this.#listeners) forget();
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await this.#look().catch(() => this.#down());
      await sleep(lookInterval, undefined, { signal }).catch(() => {});
    }
  }

  /** The driver connects again by itself, and then hears nothing: hence the question. */
  async #look(): Promise<void> {
    const listening = await withDeadline(
      this.#sql`select from pg_listening_channels() as name where name = ${channel}`,
      lookDeadline,
    );
    if (listening.length === 0) {
      this.#down();
      await withDeadline(this.#sql`listen ${this.#sql(channel)}`, lookDeadline);
    }
    if (!this.#isLive && !this.#ending.signal.aborted) this.#up();
  }
}
