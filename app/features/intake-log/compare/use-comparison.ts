'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { useTRPCClient } from '#app/_trpc/client.ts';
import { isTemporary, readFailure } from '#app/_trpc/failure.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { count, digits } from '#app/_ui/format.ts';
import type { Addition, Comparison } from '#server/panel-api/schemas/comparison.ts';
import type { Columns } from './columns.ts';
import {
  addCalls,
  type ComparedRow,
  compareCalls,
  comparedRows,
  type LeftOut,
} from './compared-rows.ts';
import type { Table } from './read-file.ts';

export interface DifferentRow {
  row: ComparedRow;
  leadId: string;
  differences: Comparison['different'][number]['differences'];
}

export interface Compared {
  columns: Columns;
  missing: ComparedRow[];
  /** Of leads that are deleted. */
  deleted: ComparedRow[];
  different: DifferentRow[];
  /** Neither of these. */
  present: number;
  leftOut: LeftOut;
}

/** What became of the missing rows that were to be added. */
export interface Added {
  added: number;
  /** Why a row was not, by its number. */
  refused: ReadonlyMap<number, string>;
}

/** Rows that are done, and how many there are. */
export interface Progress {
  kind: 'compare' | 'add';
  done: number;
  of: number;
}

interface Place {
  apiKeyId: string;
  stepId: string;
}

/** Characters of the name of a file that are kept. */
const maxSource = 200;

/** Milliseconds before each further try of a call that failed for a reason that passes. */
const pauses = [1_000, 3_000, 8_000];

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function withRetries<Result>(call: () => Promise<Result>, signal: AbortSignal) {
  for (const pause of pauses) {
    try {
      return await call();
    } catch (error) {
      if (signal.aborted || !isTemporary(error)) throw error;
      await sleep(pause);
      signal.throwIfAborted();
    }
  }
  return call();
}

/** `12 missing, 3 different, 985 present`. */
export const summaryOf = ({ missing, different, present }: Compared) =>
  `${digits(missing.length)} missing, ${digits(different.length)} different, ${digits(present)} present`;

/** Sends a table in parts, one after the other, to be compared with the leads of the company, or added to them. */
export function useComparison() {
  const client = useTRPCClient();
  const announce = useAnnounce();
  const [progress, setProgress] = useState<Progress>();
  const [compared, setCompared] = useState<Compared>();
  const [added, setAdded] = useState<Added>();
  const [error, setError] = useState<string>();
  const work = useRef<AbortController>(undefined);

  /** Another table, or none once the screen is left: what is under way for one before ends. */
  const generation = useRef(0);

  const abandon = useCallback(() => {
    generation.current += 1;
    work.current?.abort();
  }, []);

  useEffect(() => abandon, [abandon]);

  /**
   * Runs one thing at a time, and says every quarter of it how far it is.
   *
   * @returns why it failed
   */
  async function run(
    { kind, of }: Omit<Progress, 'done'>,
    task: (step: (rows: number) => void, signal: AbortSignal) => Promise<void>,
  ): Promise<string | undefined> {
    work.current?.abort();
    const own = new AbortController();
    work.current = own;
    let done = 0;
    const step = (rows: number) => {
      const quarters = Math.floor((4 * (done + rows)) / of);
      if (quarters > Math.floor((4 * done) / of) && quarters < 4) announce(`${25 * quarters} %`);
      done += rows;
      setProgress({ kind, done, of });
    };
    setError(undefined);
    setProgress({ kind, done, of });
    try {
      await task(step, own.signal);
      return undefined;
    } catch (failure) {
      if (own.signal.aborted) return undefined;
      const { message } = readFailure(failure);
      setError(message);
      return message;
    } finally {
      if (work.current === own) setProgress(undefined);
    }
  }

  async function compare(table: Table, columns: Columns): Promise<void> {
    if (columns.id === undefined) return;
    const { rows, leftOut } = comparedRows(table, columns.id);
    await run({ kind: 'compare', of: rows.length }, async (step, signal) => {
      const found: Omit<Compared, 'present'> = {
        ...{ columns, leftOut },
        ...{ missing: [], deleted: [], different: [] },
      };
      for (const { rows: part, input } of compareCalls(rows, columns)) {
        const result = await withRetries(
          () => client.comparison.compare.mutate(input, { signal }),
          signal,
        );
        const rowAt = (index: number) => part.slice(index, index + 1);
        found.missing.push(...result.missing.flatMap(rowAt));
        found.deleted.push(...result.deleted.flatMap(rowAt));
        for (const { index, ...different } of result.different) {
          for (const row of rowAt(index)) found.different.push({ row, ...different });
        }
        step(part.length);
      }
      const others = found.missing.length + found.deleted.length + found.different.length;
      const done = { ...found, present: rows.length - others };
      setCompared(done);
      announce(summaryOf(done));
    });
  }

  /** Adds the missing rows, and compares again. What was added before a failure, or a cancellation, stays. */
  async function add(table: Table, { columns, missing }: Compared, place: Place): Promise<void> {
    const own = generation.current;
    const results: Addition[] = [];
    const failure = await run({ kind: 'add', of: missing.length }, async (step, signal) => {
      for (const rows of addCalls(missing, table.headers, columns)) {
        const input = { ...place, source: table.name.slice(0, maxSource), rows };
        const call = () => client.comparison.add.mutate(input, { signal });
        results.push(...(await withRetries(call, signal)));
        step(rows.length);
      }
    });
    if (generation.current !== own) return;

    const refused = results.filter(({ outcome }) => outcome === 'refused' || outcome === 'failed');
    const sum = results.filter(({ outcome }) => outcome === 'added').length;
    setAdded({ added: sum, refused: new Map(refused.map(({ row, message }) => [row, message])) });
    announce(`${count(sum, 'lead')} added`);
    if (failure !== undefined && results.length === 0) return;
    await compare(table, columns);
    if (failure !== undefined) setError(failure);
  }

  return {
    progress,
    compared,
    added,
    error,
    compare,
    add,
    cancel: () => {
      work.current?.abort();
      setProgress(undefined);
    },
    /** Forgets what is known of another table. */
    reset: () => {
      abandon();
      setProgress(undefined);
      setCompared(undefined);
      setAdded(undefined);
      setError(undefined);
    },
  };
}

export type ComparisonState = ReturnType<typeof useComparison>;
