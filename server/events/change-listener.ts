import { setTimeout as sleep } from 'node:timers/promises';
import { cacheChannel, companyChannel, type Topic } from '#db/announce.ts';
import { openConnection, type SingleConnection } from '#db/client.ts';
import { withDeadline } from '#db/deadline.ts';
import { changePingIntervalMs, changePingTimeoutMs, changeStatementMs } from '../limits.ts';

const channels = [cacheChannel, companyChannel];

interface Subscription {
  channel: string;
  onMessage: (payload: string) => void;
  onConnected: (isConnected: boolean) => void;
}

/**
 * Receives every change that the database announces, on a connection of its own.
 *
 * PostgreSQL delivers announcements in order and before the answer to the next statement, so an
 * answered ping proves that all earlier ones have arrived. Without an answer in time the listener
 * counts as disconnected: until it is connected again no cache may be used.
 */
export class ChangeListener {
  readonly #open: () => SingleConnection;
  readonly #subscriptions: Subscription[] = [];
  readonly #closing = new AbortController();
  #connection: SingleConnection | undefined;
  #isConnected = false;

  constructor(url: string) {
    this.#open = () =>
      openConnection(url, {
        name: 'change listener',
        statementTimeout: changeStatementMs,
        onNotify: (channel, payload) => this.#receive(channel, payload),
      });
    void this.#run();
  }

  /** Whether every change that was committed a moment ago is known here. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Calls `invalidate` whenever the topic changes, and whenever changes may have been missed. */
  onChange(topic: Topic, invalidate: () => void): void {
    const onMessage = (payload: string) => {
      if (payload === topic) invalidate();
    };
    this.#subscriptions.push({ channel: cacheChannel, onMessage, onConnected: invalidate });
  }

  /** Calls `onMessage` with what is announced of companies, `onReconnect` after an interruption. */
  onCompanyChange(onMessage: (payload: string) => void, onReconnect: () => void): void {
    const onConnected = (isConnected: boolean) => {
      if (isConnected) onReconnect();
    };
    this.#subscriptions.push({ channel: companyChannel, onMessage, onConnected });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#setConnected(false);
    await this.#connection?.close();
  }

  #receive(channel: string, payload: string): void {
    for (const subscription of this.#subscriptions) {
      if (subscription.channel === channel) subscription.onMessage(payload);
    }
  }

  /** Caches are emptied in both directions: a change may have been missed meanwhile. */
  #setConnected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    for (const { onConnected } of this.#subscriptions) onConnected(isConnected);
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#ping().catch(() => this.#setConnected(false));
      await sleep(changePingIntervalMs, undefined, { signal }).catch(() => {});
    }
  }

  async #ping(): Promise<void> {
    const { sql } = await this.#connect();
    await withDeadline(sql`select`, changePingTimeoutMs);
    if (!this.#isConnected && !this.#closing.signal.aborted) this.#setConnected(true);
  }

  /** A connection that listens. One that does not answer is kept: it may only be slow. */
  async #connect(): Promise<SingleConnection> {
    if (this.#connection && !this.#connection.isLost) return this.#connection;

    const connection = this.#open();
    connection.lost.catch(() => this.#setConnected(false));
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
