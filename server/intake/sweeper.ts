import { sweepIntervalMs } from '../limits.ts';
import type { Logger } from '../log.ts';
import { logFailure } from '../log-failure.ts';

/** Deletes expired rows every ten minutes. A failed run is repeated with the next one. */
export class Sweeper {
  readonly #timer: NodeJS.Timeout;
  #sweeping: Promise<void> | undefined;
  #isClosed = false;

  /** @param sweep deletes a little; tells whether there may be more */
  constructor(sweep: () => Promise<boolean>, log: Logger) {
    const run = async () => {
      while (!this.#isClosed && (await sweep()));
    };
    this.#timer = setInterval(() => {
      this.#sweeping ??= run()
        .catch((error: unknown) => logFailure(log, 'a sweep failed', error))
        .finally(() => {
          this.#sweeping = undefined;
        });
    }, sweepIntervalMs).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#sweeping;
  }
}
