import { isTransient } from '#db/errors.ts';
import { groupName } from '#db/intake-group.ts';
import { acceptedPerGroup, needsPerson } from '#db/values/intake-log.ts';
import { acceptedFlushMs, intakeLogFlushMs, maxLogChunkBytes, maxLogChunkRows } from '../limits.ts';
import type { Logger } from '../log.ts';
import { logFailure } from '../log-failure.ts';
import type { ApiKeyActor } from '../services/actor.ts';
import { groupCountOf, type LogBatch, LogBuffer } from './log-buffer.ts';
import { type LogGroup, type LogRow, logRowsOf } from './log-rows.ts';
import type { RequestEnd } from './request-end.ts';

export interface LogWriter {
  /** Writes a batch in one transaction. A durable one survives a crash of the database. */
  write(batch: LogBatch, isDurable: boolean): Promise<void>;
  /** Deletes all but the newest entries of a group. */
  trim(group: LogGroup): Promise<void>;
}

/** Takes the first rows, as many as one transaction writes. */
function takeBodies(bodies: LogRow[]): LogRow[] {
  let bytes = 0;
  const end = bodies.findIndex((row, index) => {
    bytes += row.bytes?.byteLength ?? 0;
    return index === maxLogChunkRows || (index > 0 && bytes > maxLogChunkBytes);
  });
  return bodies.splice(0, end === -1 ? bodies.length : end);
}

const isEmpty = (batch: LogBatch) => Object.values(batch).every((rows) => rows.length === 0);

/**
 * The intake log of the company of each key, and the bodies of its requests. Both are written behind the
 * answers, and intake never waits for that: what comes faster than the database takes it is dropped,
 * and counted.
 */
export class IntakeLog {
  readonly #buffer = new LogBuffer();
  /** Accepted requests of groups that were written since the last trim. */
  readonly #untrimmed = new Map<string, { group: LogGroup; entries: number }>();
  #countsWrittenAt = 0;
  #writing: Promise<void> | undefined;
  readonly #log: Logger;
  readonly #writer: LogWriter;
  readonly #timer: NodeJS.Timeout;

  constructor(log: Logger, writer: LogWriter) {
    this.#log = log;
    this.#writer = writer;
    this.#timer = setInterval(() => this.#tick(), intakeLogFlushMs).unref();
  }

  /** A request without a known key is counted for the step in its path. */
  record(end: RequestEnd): void {
    if (end.actor) {
      for (const row of logRowsOf(end.actor, end)) this.#buffer.add(row);
    } else if (end.stepId && end.keyless) {
      this.#buffer.addKeyless(end.stepId, end.keyless);
    }
  }

  /**
   * Stores the entries of a request whose body was not read as a lead, before it is answered as a success.
   *
   * @throws what the database says
   */
  async hold(actor: ApiKeyActor, end: RequestEnd): Promise<void> {
    const entries = logRowsOf(actor, end);
    for (const row of entries) this.#buffer.boundCause(row);
    const bodies = entries.filter(({ body }) => body === 'stored');
    const groups = entries.map((row) => ({ ...groupCountOf(row), requests: 1 }));
    await this.#writer.write({ entries, bodies, groups, keyless: [] }, true);
  }

  /** Writes all that has come until now. Resolves also when that fails. */
  async flush(): Promise<void> {
    // A write that is under way began without the last requests.
    await this.#writing;
    await this.#start(() => this.#buffer.takeAll());
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  #tick(): void {
    const areCountsDue = performance.now() - this.#countsWrittenAt >= acceptedFlushMs;
    if (areCountsDue && (this.#buffer.hasCounts || this.#buffer.hasRows)) {
      this.#countsWrittenAt = performance.now();
      void this.#start(() => this.#buffer.takeAll());
    } else if (this.#buffer.hasRows) {
      void this.#start(() => this.#buffer.takeRows());
    }
  }

  /** One write at a time. */
  #start(take: () => LogBatch): Promise<void> {
    this.#writing ??= this.#writeAll(take()).finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(batch: LogBatch): Promise<void> {
    while (!isEmpty(batch)) {
      const chunk = {
        entries: batch.entries.splice(0, maxLogChunkRows),
        bodies: takeBodies(batch.bodies),
        groups: batch.groups.splice(0),
        keyless: batch.keyless.splice(0),
      };
      try {
        await this.#writer.write(chunk, false);
        this.#buffer.release(chunk.bodies);
        this.#countAccepted(chunk.entries);
      } catch (error) {
        logFailure(this.#log, 'the intake log could not be written', error);
        if (!isTransient(error)) this.#buffer.drop(chunk);
        else {
          this.#buffer.putBack(batch);
          this.#buffer.putBack(chunk);
          return;
        }
      }
    }
    await this.#trim();
  }

  #countAccepted(entries: readonly LogRow[]): void {
    for (const row of entries) {
      if (needsPerson(row.outcome)) continue;
      const name = groupName(row);
      const known = this.#untrimmed.get(name);
      if (known) known.entries += 1;
      else this.#untrimmed.set(name, { group: row, entries: 1 });
    }
  }

  async #trim(): Promise<void> {
    for (const [name, { group, entries }] of this.#untrimmed) {
      if (entries < acceptedPerGroup) continue;
      this.#untrimmed.delete(name);
      try {
        await this.#writer.trim(group);
      } catch (error) {
        logFailure(this.#log, 'the intake log could not be trimmed', error);
      }
    }
  }
}
