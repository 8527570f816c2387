import { groupName } from '#db/intake-group.ts';
import { acceptedPerGroup, type KeylessReason, needsPerson } from '#db/values/intake-log.ts';
import {
  maxCausesPerKey,
  maxKeylessSteps,
  maxRefusedBodyBytes,
  maxWaitingBodyBytes,
  maxWaitingEntries,
} from '../limits.ts';
import type { LogGroup, LogRow } from './log-rows.ts';

/** Requests of a group since the last write. */
export interface GroupCount extends LogGroup {
  requests: number;
  droppedEntries: number;
  droppedBodies: number;
  firstAt: number;
  lastAt: number;
}

/** Requests without a valid key. */
export interface KeylessCount {
  stepId: string;
  reason: KeylessReason;
  requests: number;
}

/** What is written. */
export interface LogBatch {
  entries: LogRow[];
  /** Rows whose bytes are stored. */
  bodies: LogRow[];
  groups: GroupCount[];
  keyless: KeylessCount[];
}

/** The count of the group of an entry, without the entry. */
export function groupCountOf(row: LogRow): GroupCount {
  const { companyId, apiKeyId, stepId, status, outcome, cause, timeZone, at } = row;
  const group = { companyId, apiKeyId, stepId, status, outcome, cause, timeZone };
  return { ...group, requests: 0, droppedEntries: 0, droppedBodies: 0, firstAt: at, lastAt: at };
}

const keylessName = ({ stepId, reason }: KeylessCount) => `${stepId} ${reason}`;
const sizeOf = ({ bytes }: LogRow) => bytes?.byteLength ?? 0;
const dayMs = 86_400_000;

/** Adds to a count that is there, or makes it the first. */
function merge<Count>(
  counts: Map<string, Count>,
  name: string,
  count: Count,
  add: (earlier: Count) => void,
): void {
  const known = counts.get(name);
  if (known) add(known);
  else counts.set(name, count);
}

/** Bounds the causes of a key in a day: they have names of fields, which senders choose. */
class CauseLimit {
  #day = 0;
  readonly #causes = new Map<string, Set<string>>();

  /** The cause, or none when the key had too many others today. */
  bound({ apiKeyId, cause, at }: LogRow): string {
    const day = Math.floor(at / dayMs);
    if (day !== this.#day) this.#causes.clear();
    this.#day = day;

    const known = this.#causes.get(apiKeyId) ?? new Set();
    this.#causes.set(apiKeyId, known);
    if (known.size < maxCausesPerKey) known.add(cause);
    return known.has(cause) ? cause : '';
  }
}

/** Entries and bodies that wait to be written, within bounds. What is too much is counted only. */
export class LogBuffer {
  #refused: LogRow[] = [];
  /** Of accepted requests, the newest of each group. */
  #accepted = new Map<string, LogRow[]>();
  #bodies: LogRow[] = [];
  #groups = new Map<string, GroupCount>();
  #keyless = new Map<string, KeylessCount>();
  /** Of bodies, those that are being written included: of all, and of refused requests. */
  #bytes = 0;
  #refusedBytes = 0;
  readonly #causes = new CauseLimit();

  get hasRows(): boolean {
    return this.#refused.length + this.#bodies.length > 0;
  }

  get hasCounts(): boolean {
    return this.#groups.size + this.#keyless.size > 0;
  }

  add(row: LogRow): void {
    this.boundCause(row);
    const name = groupName(row);
    const group = this.#groupOf(name, row);
    group.requests += 1;
    group.lastAt = Math.max(group.lastAt, row.at);
    const hasSpace = !needsPerson(row.outcome) || this.#refused.length < maxWaitingEntries;
    if (!hasSpace) group.droppedEntries += 1;
    if (row.body === 'stored' && !(hasSpace && this.#addBody(row))) {
      row.body = 'dropped';
      group.droppedBodies += 1;
    }

    if (!needsPerson(row.outcome)) this.#addAccepted(name, row);
    else if (hasSpace) this.#refused.push(row);
  }

  /** Takes its cause from an entry whose key had too many others today. */
  boundCause(row: LogRow): void {
    if (needsPerson(row.outcome)) row.cause = this.#causes.bound(row);
  }

  addKeyless(stepId: string, reason: KeylessReason): void {
    const name = `${stepId} ${reason}`;
    if (!this.#keyless.has(name) && this.#keyless.size >= maxKeylessSteps) return;

    merge(this.#keyless, name, { stepId, reason, requests: 1 }, (count) => {
      count.requests += 1;
    });
  }

  /** Refused requests and bodies. What comes from now on waits for the next batch. */
  takeRows(): LogBatch {
    const batch = { entries: this.#refused, bodies: this.#bodies, groups: [], keyless: [] };
    this.#refused = [];
    this.#bodies = [];
    return batch;
  }

  /** The same with accepted requests and counts. */
  takeAll(): LogBatch {
    const { entries, bodies } = this.takeRows();
    for (const rows of this.#accepted.values()) entries.push(...rows.slice(-acceptedPerGroup));
    const groups = [...this.#groups.values()];
    const keyless = [...this.#keyless.values()];
    this.#accepted = new Map();
    this.#groups = new Map();
    this.#keyless = new Map();
    return { entries, bodies, groups, keyless };
  }

  /** Bodies that are written, or given up. */
  release(bodies: readonly LogRow[]): void {
    for (const row of bodies) {
      this.#bytes -= sizeOf(row);
      if (needsPerson(row.outcome)) this.#refusedBytes -= sizeOf(row);
    }
  }

  /** What could not be written waits for the next batch. */
  putBack({ entries, bodies, groups, keyless }: LogBatch): void {
    this.#refused = [...entries.filter((row) => needsPerson(row.outcome)), ...this.#refused];
    const accepted = Map.groupBy(
      entries.filter((row) => !needsPerson(row.outcome)),
      groupName,
    );
    for (const [name, rows] of accepted) {
      const newest = [...rows, ...(this.#accepted.get(name) ?? [])].slice(-acceptedPerGroup);
      this.#accepted.set(name, newest);
    }
    this.#bodies = [...bodies, ...this.#bodies];
    for (const group of groups) this.#addCounts(group);
    for (const count of keyless) {
      merge(this.#keyless, keylessName(count), count, (later) => {
        later.requests += count.requests;
      });
    }
  }

  /** The database refuses what is in the batch: only its requests are counted. */
  drop({ entries, bodies, groups }: LogBatch): void {
    this.release(bodies);
    for (const group of groups) this.#addCounts(group);
    for (const row of entries) this.#groupOf(groupName(row), row).droppedEntries += 1;
    for (const row of bodies) this.#groupOf(groupName(row), row).droppedBodies += 1;
  }

  #addCounts(group: GroupCount): void {
    merge(this.#groups, groupName(group), group, (later) => {
      later.requests += group.requests;
      later.droppedEntries += group.droppedEntries;
      later.droppedBodies += group.droppedBodies;
      later.firstAt = group.firstAt;
      later.lastAt = Math.max(later.lastAt, group.lastAt);
    });
  }

  #groupOf(name: string, row: LogRow): GroupCount {
    const known = this.#groups.get(name);
    if (known) return known;

    const added = groupCountOf(row);
    this.#groups.set(name, added);
    return added;
  }

  #addBody(row: LogRow): boolean {
    const size = sizeOf(row);
    if (this.#bytes + size > maxWaitingBodyBytes) return false;
    if (needsPerson(row.outcome) && this.#refusedBytes + size > maxRefusedBodyBytes) return false;

    this.#bytes += size;
    if (needsPerson(row.outcome)) this.#refusedBytes += size;
    this.#bodies.push(row);
    return true;
  }

  #addAccepted(name: string, row: LogRow): void {
    const rows = this.#accepted.get(name);
    if (!rows) return void this.#accepted.set(name, [row]);

    rows.push(row);
    // Half of them at once: one at a time would move all of them each time.
    if (rows.length >= 2 * acceptedPerGroup) rows.splice(0, acceptedPerGroup);
  }
}
