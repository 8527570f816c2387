import { LRUCache } from 'lru-cache';
import type { Announcements, Topic } from './announcements.ts';
import { answerBy, withDeadline } from './deadline.ts';

/** Milliseconds after which an entry is read again, whatever was announced. */
const maxAge = 5_000;

export interface Entry<Value> {
  /** Absent: there is none, as far as is known. */
  readonly value: Value | undefined;
  /** `performance.now()` when the database was asked: it is not younger than that. */
  readonly readAt: number;
}

/** At once where nothing has to be waited for: a promise costs a lead more than what is looked up. */
export const whenRead = <Value, Result>(
  entry: Entry<Value> | Promise<Entry<Value>>,
  use: (entry: Entry<Value>) => Result,
): Result | Promise<Result> => (entry instanceof Promise ? entry.then(use) : use(entry));

interface DirectoryOptions<Value, Question> {
  announcements: Pick<Announcements, 'isLive' | 'on'>;
  /** What makes entries out of date. */
  topic: Topic;
  /** Entries; the least used ones go first. */
  max: number;
  read: (question: Question) => Promise<Value | undefined>;
}

/**
 * What the way in has to know of the database, kept in memory: an entry is used for at most five
 * seconds, until a change is announced, and not at all while announcements are down.
 */
export class Directory<Value, Question = string> {
  readonly #announcements: Pick<Announcements, 'isLive' | 'on'>;
  readonly #read: (question: Question) => Promise<Value | undefined>;
  readonly #entries: LRUCache<string, Entry<Value>>;
  /** Reads under way, so that many requests at once ask one question. */
  #reading = new Map<string, Promise<Entry<Value>>>();

  constructor({ announcements, topic, max, read }: DirectoryOptions<Value, Question>) {
    this.#announcements = announcements;
    this.#read = read;
    this.#entries = new LRUCache({ max });
    announcements.on(topic, () => this.#forget());
  }

  /**
   * @param key what is remembered
   * @param question what the database is asked where it is not
   * @param until when the answer is needed, by `performance.now()`
   * @throws DeadlineError and what reading throws
   */
  find(key: string, question: Question, until = answerBy()): Entry<Value> | Promise<Entry<Value>> {
    const known = this.#entries.get(key);
    const isCurrent =
      known && this.#announcements.isLive && performance.now() - known.readAt < maxAge;

    if (isCurrent) return known;
    return withDeadline(this.#readOnce(key, question), until - performance.now());
  }

  /** What is being read may be older than the change, and is not kept. */
  #forget(): void {
    this.#entries.clear();
    this.#reading = new Map();
  }

  #readOnce(key: string, question: Question): Promise<Entry<Value>> {
    const reading = this.#reading;
    const under = reading.get(key);
    if (under) return under;

    const readAt = performance.now();
    const entry = withDeadline(this.#read(question), answerBy() - readAt)
      .then((value) => {
        const read = { value, readAt };
        if (reading === this.#reading) this.#entries.set(key, read);
        return read;
      })
      .finally(() => reading.delete(key));
    reading.set(key, entry);
    return entry;
  }
}
