import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type postgres from 'postgres';
import { changeText, companyChannel } from '#db/announce.ts';
import { withDeadline } from '#db/deadline.ts';
import { type Change, everything, mergeChanges } from '#db/values/changes.ts';
import { changeIntervalMs, changeTimeoutMs } from '../limits.ts';
import type { Logger } from '../log.ts';
import { logFailure } from '../log-failure.ts';
import type { ChangeListener } from './change-listener.ts';

export interface Subscriber {
  onChange(change: Change): void;
  /** The process is about to stop. */
  onEnd(): void;
}

/** Sends announcements, each of at most 8,000 bytes. */
type Send = (payloads: string[]) => Promise<unknown>;

/** All in one statement: PostgreSQL takes one lock for every transaction that announces. */
export const announceChanges =
  (sql: postgres.Sql): Send =>
  (payloads) =>
    sql`select pg_notify(${companyChannel}, payload) from unnest(${payloads}::text[]) as payload`;

/**
 * Tells the subscribers of a company in this process what any process announces, and announces what
 * intake stores. Publishing costs a commit no statement. What cannot be sent is dropped: subscribers
 * read everything again from time to time.
 */
export class ChangeFeed {
  readonly #announce: Send;
  readonly #log: Logger;
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  #unsent = new Map<string, Change>();
  #sending: Promise<void> | undefined;
  #isDraining = false;

  constructor(announce: Send, changes: Pick<ChangeListener, 'onCompanyChange'>, log: Logger) {
    this.#announce = announce;
    this.#log = log;
    changes.onCompanyChange(
      (payload) => this.#receive(payload),
      () => this.#forAll((subscriber) => subscriber.onChange(everything)),
    );
  }

  /** Announces a change soon, outside of its transaction. */
  publish(companyId: string, change: Change): void {
    this.#unsent.set(companyId, mergeChanges(this.#unsent.get(companyId) ?? {}, change));
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
  }

  /** @returns how to unsubscribe, or undefined when the process is about to stop */
  subscribe(companyId: string, subscriber: Subscriber): (() => void) | undefined {
    if (this.#isDraining) return undefined;

    const subscribers = this.#subscribers.get(companyId) ?? new Set();
    this.#subscribers.set(companyId, subscribers.add(subscriber));

    return () => {
      subscribers.delete(subscriber);
      if (subscribers.size === 0 && this.#subscribers.get(companyId) === subscribers)
        this.#subscribers.delete(companyId);
    };
  }

  get subscriberCount(): number {
    return [...this.#subscribers.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Ends all subscriptions and accepts no new ones. Changes still reach the other processes. */
  drain(): void {
    this.#isDraining = true;
    this.#forAll((subscriber) => subscriber.onEnd());
  }

  /** Resolves once everything published is sent. */
  async close(): Promise<void> {
    this.drain();
    await this.#sending;
  }

  #receive(payload: string): void {
    const end = payload.indexOf(' ');
    const subscribers = this.#subscribers.get(payload.slice(0, end));
    if (!subscribers) return;

    const change: Change = JSON.parse(payload.slice(end));
    for (const subscriber of subscribers) subscriber.onChange(change);
  }

  #forAll(call: (subscriber: Subscriber) => void): void {
    for (const subscribers of this.#subscribers.values()) for (const one of subscribers) call(one);
  }

  /** The first change after a pause is sent at the end of its turn of the event loop. */
  async #send(): Promise<void> {
    while (this.#unsent.size > 0) {
      await turn();
      const unsent = this.#unsent;
      this.#unsent = new Map();
      const payloads = Array.from(unsent, ([id, change]) => `${id} ${changeText(change)}`);
      try {
        await withDeadline(this.#announce(payloads), changeTimeoutMs);
      } catch (error) {
        logFailure(this.#log, 'changes could not be announced', error);
      }
      await sleep(changeIntervalMs, undefined, { ref: false });
    }
  }
}
