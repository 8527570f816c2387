import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DatabaseAddress } from '#db/address.ts';
import type { Settings } from '../env.ts';
import { forkPauseMs, maxFailedForks, workerShutdownMs } from '../limits.ts';
import type { Logger } from '../log.ts';
import type { Order, Report } from './worker.ts';

/** The workers cannot start; `message` is one line for the operator. */
export class WorkerError extends Error {}

// An ended worker receives nothing, and its `exit` says so.
const send = (worker: Worker, order: Order) => void worker.send(order, () => {});

/** Forks the workers, replaces those that end, and stops all together. */
export class WorkerPool {
  readonly #log: Logger;
  readonly #workers = new Set<Worker>();
  readonly #serving = new Set<Worker>();
  readonly #allServe = Promise.withResolvers<void>();
  readonly #failure = Promise.withResolvers<never>();
  #settings: Settings;
  #address: DatabaseAddress | undefined;
  #isComplete = false;
  #isStopping = false;
  #failedForks = 0;

  constructor(settings: Settings, log: Logger) {
    this.#settings = settings;
    this.#log = log;
    this.#failure.promise.catch(() => {});
    // Workers accept by themselves. Handed over by the primary (SCHED_RR), a connection would wait
    // for ever when its worker is killed before it takes it: docs/adr/0029.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({
      exec: fileURLToPath(new URL('./worker.ts', import.meta.url)),
      args: [],
    });
  }

  /** Rejects with a `WorkerError` when workers end again and again before they serve. */
  get failure(): Promise<never> {
    return this.#failure.promise;
  }

  /**
   * Forks the first worker, which listens before there is a database.
   *
   * @returns the port
   * @throws WorkerError
   */
  async listen(): Promise<number> {
    this.#fork();
    const [, { port }] = await Promise.race([once(cluster, 'listening'), this.failure]);
    this.#settings = { ...this.#settings, port, portIsGiven: true };
    return port;
  }

  /**
   * Forks the others, and resolves when all serve.
   *
   * @throws WorkerError
   */
  serve(address: DatabaseAddress): Promise<void> {
    this.#address = address;
    for (const worker of this.#workers) this.#start(worker);
    for (let forked = 1; forked < this.#settings.workers; forked += 1) this.#fork();
    return Promise.race([this.#allServe.promise, this.failure]);
  }

  /** Resolves when all have ended, with whether each did so without cutting a request off. */
  async stop(): Promise<boolean> {
    this.#isStopping = true;
    const ended = [...this.#workers].map((worker) => once(worker, 'exit'));
    for (const worker of this.#workers) send(worker, 'stop');
    const deadline = setTimeout(() => this.kill(), workerShutdownMs(this.#settings.drainDelay));
    const codes = await Promise.all(ended);
    clearTimeout(deadline);
    return codes.every(([code]) => code === 0);
  }

  kill(): void {
    for (const worker of this.#workers) worker.process.kill('SIGKILL');
  }

  #fork(): void {
    if (this.#isStopping) return;

    const worker = cluster.fork();
    this.#workers.add(worker);
    worker.on('message', (report: Report) => this.#onReport(worker, report));
    worker.on('error', (error) => this.#onEnd(worker, error.message));
    worker.on('exit', (code, signal) => this.#onEnd(worker, signal ?? `exit code ${code}`));
    this.#start(worker);
  }

  #start(worker: Worker): void {
    send(worker, { settings: this.#settings, address: this.#address });
  }

  #onReport(worker: Worker, report: Report): void {
    const { pid } = worker.process;
    if (report === 'closing') {
      worker.disconnect();
      return;
    }
    if (report !== 'serving') {
      if (this.#isComplete) this.#log.error({ worker: pid, why: report.failed }, 'a worker fails');
      else this.#failure.reject(new WorkerError(report.failed));
      return;
    }

    this.#serving.add(worker);
    this.#failedForks = 0;
    if (this.#isComplete) this.#log.info({ worker: pid }, 'a new worker serves');
    else if (this.#serving.size === this.#settings.workers) {
      this.#isComplete = true;
      this.#allServe.resolve();
    }
  }

  #onEnd(worker: Worker, how: string): void {
    if (!this.#workers.delete(worker) || this.#isStopping) return;

    this.#log.warn({ worker: worker.process.pid, how }, 'a worker ended and is replaced');
    if (!this.#serving.delete(worker)) this.#failedForks += 1;
    if (this.#failedForks < maxFailedForks) setTimeout(() => this.#fork(), forkPauseMs);
    else
      this.#failure.reject(
        new WorkerError(
          `${maxFailedForks} workers in a row ended while they started, the last by ${how}`,
        ),
      );
  }
}
