import { percentile } from '../statistics.ts';
import type { Owner } from './connection.ts';
import type { LoadOrder, LoadResult } from './order.ts';

const firstCapacity = 1 << 20;
const created = 201;

/** Notes what falls into the window: after the warm-up, until time or number is reached. */
export class Recorder implements Owner {
  readonly #from: number;
  readonly #until: number;
  readonly #count: number;
  readonly #onEnd: () => void;
  #latencies = new Float64Array(firstCapacity);
  #recorded = 0;
  #lastAt: number;
  #open: number;
  #errors = 0;
  #firstError: string | undefined;

  /** @param onEnd called once every connection has had its last answer */
  constructor(order: LoadOrder, onEnd: () => void) {
    this.#from = performance.now() + order.warmUpSeconds * 1_000;
    this.#until = this.#from + (order.seconds ?? Number.POSITIVE_INFINITY) * 1_000;
    this.#count = order.count ?? Number.POSITIVE_INFINITY;
    this.#lastAt = this.#from;
    this.#open = order.connections;
    this.#onEnd = onEnd;
  }

  answered(status: number, sentAt: number, now: number, answer: Buffer): boolean {
    if (status !== created) this.#fail(answer.toString());
    if (now >= this.#from && now < this.#until && this.#recorded < this.#count) {
      this.#record(now - sentAt);
      this.#lastAt = now;
    }

    const goesOn = now < this.#until && this.#recorded < this.#count && this.#errors === 0;
    if (!goesOn) this.#leave();
    return goesOn;
  }

  broken(reason: string): void {
    this.#fail(reason);
    this.#leave();
  }

  result(): LoadResult {
    const sorted = this.#latencies.subarray(0, this.#recorded).sort();
    const ended = Number.isFinite(this.#until) ? this.#until : this.#lastAt;
    const at = (share: number) => (sorted.length > 0 ? percentile(sorted, share) : 0);

    return {
      requests: this.#recorded,
      requestsPerSecond: (this.#recorded * 1_000) / (ended - this.#from),
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      max: at(1),
      errors: this.#errors,
      firstError: this.#firstError,
    };
  }

  #record(latency: number): void {
    if (this.#recorded === this.#latencies.length) {
      const larger = new Float64Array(this.#latencies.length * 2);
      larger.set(this.#latencies);
      this.#latencies = larger;
    }
    this.#latencies[this.#recorded] = latency;
    this.#recorded += 1;
  }

  #fail(reason: string): void {
    this.#errors += 1;
    this.#firstError ??= reason;
  }

  #leave(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#onEnd();
  }
}
