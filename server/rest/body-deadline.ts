import type { EventEmitter } from 'node:events';

/** Milliseconds between two looks: a deadline passes at most this much late. */
const interval = 1_000;

const never = Number.POSITIVE_INFINITY;
const nothing = () => {};

/** Why the rest of a body will not come: its time is over, or its bytes make no sense. */
export type BodyEnd = 'late' | 'broken';

/** What one connection has until when. It sends one body at a time. */
class Watch {
  until = never;
  fail: (why: BodyEnd) => void = nothing;

  clear(): void {
    this.until = never;
    this.fail = nothing;
  }

  end(why: BodyEnd): void {
    const { fail } = this;
    this.clear();
    fail(why);
  }
}

/**
 * The deadline for bodies, looked at once a second. It costs a request two assignments: a timer for
 * each of ten thousand a second costs more than reading their bodies, and a set that they enter and
 * leave fills V8's old generation with its former tables.
 */
export class BodyDeadline {
  readonly #milliseconds: number;
  readonly #watches = new Map<EventEmitter, Watch>();
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /**
   * Calls `fail` unless the function that is returned was called before.
   *
   * @param connection forgotten when it emits `close`
   */
  start(connection: EventEmitter, fail: (why: BodyEnd) => void): () => void {
    const watch = this.#watches.get(connection) ?? this.#watch(connection);
    watch.until = performance.now() + this.#milliseconds;
    watch.fail = fail;
    // The end of a body may be told after the next one has begun.
    return () => {
      if (watch.fail === fail) watch.clear();
    };
  }

  /** Ends the body that comes on the connection; says whether there is one. */
  breakOff(connection: EventEmitter, why: BodyEnd): boolean {
    const watch = this.#watches.get(connection);
    if (!watch || watch.until === never) return false;

    watch.end(why);
    return true;
  }

  #watch(connection: EventEmitter): Watch {
    const watch = new Watch();
    this.#watches.set(connection, watch);
    connection.once('close', () => this.#watches.delete(connection));
    this.#timer ??= setInterval(() => this.#look(), interval).unref();
    return watch;
  }

  #look(): void {
    const now = performance.now();
    for (const watch of this.#watches.values()) {
      if (watch.until <= now) watch.end('late');
    }
  }
}
