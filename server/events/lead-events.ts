import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type postgres from 'postgres';
import { leadChannel } from '#db/announce.ts';
import { withDeadline } from '#db/deadline.ts';
import { leadEventIntervalMs, leadEventTimeoutMs, maxStepsPerEvent } from '../limits.ts';
import type { Logger } from '../log.ts';
import { logFailure } from '../log-failure.ts';
import type { ChangeListener } from './change-listener.ts';

/** Ids of steps whose leads have changed; `null` when any of the company may have. */
export type ChangedSteps = ReadonlySet<string> | null;

export interface Subscriber {
  onChange(steps: ChangedSteps): void;
  /** The process is about to stop. */
  onEnd(): void;
}

/** Sends announcements, each of at most 8,000 bytes. */
type Send = (payloads: string[]) => Promise<unknown>;

/** All in one statement: PostgreSQL takes one lock for every transaction that announces. */
export const announceLeads =
  (sql: postgres.Sql): Send =>
  (payloads) =>
    sql`select pg_notify(${leadChannel}, payload) from unnest(${payloads}::text[]) as payload`;

/**
 * Tells every process which steps have new or changed leads, and in this process the subscribers of
 * a company. Publishing costs a commit nothing but a set entry. What cannot be sent is dropped:
 * subscribers read everything again from time to time.
 */
export class LeadEvents {
  readonly #announce: Send;
  readonly #log: Logger;
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  #unsent = new Map<string, Set<string> | null>();
  #sending: Promise<void> | undefined;
  #isDraining = false;

  constructor(announce: Send, changes: Pick<ChangeListener, 'onLeads'>, log: Logger) {
    this.#announce = announce;
    this.#log = log;
    changes.onLeads(
      (payload) => this.#receive(payload),
      () => this.#forAll((subscriber) => subscriber.onChange(null)),
    );
  }

  /** @param stepId absent when more than the leads of one step may have changed */
  publish(companyId: string, stepId?: string): void {
    const steps = this.#unsent.get(companyId);
    if (!stepId) this.#unsent.set(companyId, null);
    else if (steps) steps.add(stepId);
    else if (steps === undefined) this.#unsent.set(companyId, new Set([stepId]));

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

  /** Ends all subscriptions and accepts no new ones. Events still reach the other processes. */
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
    const [companyId = '', ...steps] = payload.split(' ');
    const changed = steps.length > 0 ? new Set(steps) : null;
    for (const subscriber of this.#subscribers.get(companyId) ?? []) subscriber.onChange(changed);
  }

  #forAll(call: (subscriber: Subscriber) => void): void {
    for (const subscribers of this.#subscribers.values()) for (const one of subscribers) call(one);
  }

  /** The first event after a pause is sent at the end of its turn of the event loop. */
  async #send(): Promise<void> {
    while (this.#unsent.size > 0) {
      await turn();
      const payloads = this.#takePayloads();
      try {
        await withDeadline(this.#announce(payloads), leadEventTimeoutMs);
      } catch (error) {
        logFailure(this.#log, 'changes of leads could not be announced', error);
      }
      await sleep(leadEventIntervalMs, undefined, { ref: false });
    }
  }

  #takePayloads(): string[] {
    const unsent = this.#unsent;
    this.#unsent = new Map();

    return Array.from(unsent, ([companyId, steps]) =>
      steps && steps.size <= maxStepsPerEvent ? [companyId, ...steps].join(' ') : companyId,
    );
  }
}
