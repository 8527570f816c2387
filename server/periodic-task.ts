import type { Logger } from './log.ts';
import { logFailure } from './log-failure.ts';

/** Background work at an interval. A run that fails is repeated with the next one. */
export class PeriodicTask {
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;
  #isClosed = false;

  /**
   * @param name for the log
   * @param work does a little; returns whether there may be more
   */
  constructor(name: string, work: () => Promise<boolean>, intervalMs: number, log: Logger) {
    const run = async () => {
      while (!this.#isClosed && (await work()));
    };
    this.#timer = setInterval(() => {
      this.#running ??= run()
        .catch((error: unknown) => logFailure(log, `${name} failed`, error))
        .finally(() => {
          this.#running = undefined;
        });
    }, intervalMs).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}
