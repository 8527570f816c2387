import { AbandonedError } from './deadline.ts';

interface PlacesOfKey {
  taken: number;
  /** Each is called with the place of a work that ended. */
  waiting: Set<() => void>;
}

/** Runs so much work at once for each key. What comes then waits, first come first served. */
export class Places {
  readonly #atOnce: number;
  readonly #keys = new Map<string, PlacesOfKey>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  waitingFor(key: string): number {
    return this.#keys.get(key)?.waiting.size ?? 0;
  }

  /**
   * @param signal drops the work while it waits
   * @throws AbandonedError; what the work throws
   */
  async run<Result>(
    key: string,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const places = this.#keys.get(key) ?? { taken: 0, waiting: new Set() };
    this.#keys.set(key, places);
    if (places.taken < this.#atOnce) places.taken += 1;
    else await waitIn(places, signal);

    try {
      return await work();
    } finally {
      const [next] = places.waiting;
      if (next) next();
      else places.taken -= 1;
      if (places.taken === 0) this.#keys.delete(key);
    }
  }
}

async function waitIn({ waiting }: PlacesOfKey, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw new AbandonedError();

  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // At once: until its promise has settled, another place could be given to it.
  const take = () => {
    waiting.delete(take);
    resolve();
  };
  const drop = () => {
    waiting.delete(take);
    reject(new AbandonedError());
  };
  waiting.add(take);
  signal.addEventListener('abort', drop);
  await promise.finally(() => signal.removeEventListener('abort', drop));
}
