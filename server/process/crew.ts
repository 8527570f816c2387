import cluster, { type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { Settings } from '../env.ts';
import type { Logger } from '../log.ts';
import { BackOff } from './back-off.ts';
import { closeUntaken } from './close-untaken.ts';
import { CrewError, type Order, type Report } from './messages.ts';

/** Milliseconds for workers to stop; what is stuck then is killed. */
const patience = 23_600;

interface Member {
  worker: Worker;
  isServing: boolean;
}

/** A dead worker hears nothing, and its `exit` says so. */
const tell = ({ worker }: Member, order: Order) => void worker.send(order, () => {});

/** The workers, as many as the settings say: hired, replaced when they die, and stopped together. */
export class Crew {
  readonly #settings: Settings;
  readonly #log: Logger;
  readonly #members = new Set<Member>();
  readonly #backOff = new BackOff();
  readonly #listening = Promise.withResolvers<number>();
  readonly #complete = Promise.withResolvers<void>();
  readonly #trouble = Promise.withResolvers<never>();
  readonly #gone = Promise.withResolvers<void>();
  #port: number | undefined;
  #databaseUrl: string | undefined;
  #isComplete = false;
  #isStopping = false;

  constructor(settings: Settings, log: Logger) {
    this.#settings = settings;
    this.#log = log;
    // Whoever waits hears of it; while nobody does, it must not end the process.
    this.#trouble.promise.catch(() => {});
    // The primary deals connections out in turn. If workers took them by themselves, a few would
    // get most, and a load balancer's few long-lived ones could all end up with one.
    cluster.schedulingPolicy = cluster.SCHED_RR;
    cluster.setupPrimary({
      exec: fileURLToPath(new URL('./worker.ts', import.meta.url)),
      args: [],
    });
  }

  /** Rejects when workers cannot be had any more. */
  get trouble(): Promise<never> {
    return this.#trouble.promise;
  }

  /**
   * Hires the first worker, which listens before there is a database.
   *
   * @returns the port
   * @throws CrewError
   */
  listen(): Promise<number> {
    this.#hire();
    return Promise.race([this.#listening.promise, this.trouble]);
  }

  /**
   * Hires the others, and resolves when all serve.
   *
   * @throws CrewError
   */
  serve(databaseUrl: string): Promise<void> {
    this.#databaseUrl = databaseUrl;
    for (const member of this.#members) tell(member, { kind: 'database', url: databaseUrl });
    for (let hired = 1; hired < this.#settings.workers; hired += 1) this.#hire();
    return Promise.race([this.#complete.promise, this.trouble]);
  }

  /** All stop in good order; resolves when none is left. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const member of this.#members) tell(member, { kind: 'stop' });
    if (this.#members.size === 0) return;

    const cut = setTimeout(() => this.kill(), patience);
    await this.#gone.promise;
    clearTimeout(cut);
  }

  kill(): void {
    for (const { worker } of this.#members) worker.process.kill('SIGKILL');
  }

  #hire(): void {
    if (this.#isStopping) return;

    const worker = cluster.fork();
    const member: Member = { worker, isServing: false };
    this.#members.add(member);
    closeUntaken(worker);
    worker.on('message', (report: Report) => this.#hear(member, report));
    worker.on('error', (error) => this.#part(member, error.message));
    worker.on('exit', (code, signal) => this.#part(member, signal ?? `exit code ${code}`));
    tell(member, { kind: 'start', settings: this.#orders(), databaseUrl: this.#databaseUrl });
  }

  /** The port is chosen once. */
  #orders(): Settings {
    return this.#port === undefined
      ? this.#settings
      : { ...this.#settings, port: this.#port, portIsGiven: true };
  }

  #hear(member: Member, report: Report): void {
    if (report.kind === 'failed') {
      if (!this.#isComplete) this.#trouble.reject(new CrewError(report.why));
      else
        this.#log.error({ worker: member.worker.process.pid, why: report.why }, 'a worker fails');
    } else if (report.kind === 'listening') {
      this.#port ??= report.port;
      this.#listening.resolve(this.#port);
    } else {
      member.isServing = true;
      this.#backOff.served();
      if (this.#isComplete)
        this.#log.info({ worker: member.worker.process.pid }, 'a new worker serves');
      const serving = [...this.#members].filter(({ isServing }) => isServing).length;
      if (serving < this.#settings.workers) return;
      this.#isComplete = true;
      this.#complete.resolve();
    }
  }

  #part(member: Member, how: string): void {
    if (!this.#members.delete(member)) return;
    if (this.#isStopping) {
      if (this.#members.size === 0) this.#gone.resolve();
      return;
    }

    this.#log.warn({ worker: member.worker.process.pid, how }, 'a worker ended and is replaced');
    const pause = member.isServing ? 0 : this.#backOff.died();
    if (pause !== undefined) setTimeout(() => this.#hire(), pause);
    else {
      const { deaths } = this.#backOff;
      this.#trouble.reject(
        new CrewError(`${deaths} workers in a row ended while they started, the last by ${how}`),
      );
    }
  }
}
