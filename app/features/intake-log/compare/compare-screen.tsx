'use client';

import { type DragEvent, useState } from 'react';
import { useCan } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { unreachableText } from '#app/_ui/connection.ts';
import { FormError } from '#app/_ui/field.tsx';
import { count } from '#app/_ui/format.ts';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { ForbiddenState } from '#app/_ui/states.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { type Columns, columnKinds } from './columns.ts';
import { Results } from './compare-results.tsx';
import { FileChoice } from './file-choice.tsx';
import { ProgressBar, Work } from './progress-bar.tsx';
import type { Table } from './read-file.ts';
import { useComparison } from './use-comparison.ts';

const title = 'Did everything arrive?';

/** Compares the export of an ad platform or a form tool with the leads of the company. */
export function CompareScreen() {
  const canManage = useCan('admin');

  if (!canManage) {
    return (
      <div className="mx-auto grid max-w-400 gap-5">
        <PageHeader title={title} />
        <ForbiddenState>Only admins of this company compare exports with its leads.</ForbiddenState>
      </div>
    );
  }
  return <Compare />;
}

interface Chosen {
  table: Table;
  columns: Columns;
}

/** Reads a file or a pasted list, with code that is loaded then. */
function useTable(onRead: (chosen: Chosen) => void) {
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<string>();

  async function read(source: File | string): Promise<void> {
    setProblem(undefined);
    setShare(0);
    try {
      const reader = await import('./read-file.ts').catch(() => undefined);
      if (!reader) {
        setProblem(unreachableText);
        return;
      }
      const { readFile, readPasted, guessColumns, UnreadableError } = reader;
      try {
        const table = await (typeof source === 'string'
          ? readPasted(source)
          : readFile(source, setShare));
        const columns = table.headers.length === 1 ? { id: 0 } : guessColumns(table);
        onRead({ table, columns });
      } catch (error) {
        setProblem(
          error instanceof UnreadableError
            ? error.message
            : 'This file could not be read. Choose it again.',
        );
      }
    } finally {
      setShare(undefined);
    }
  }

  return { read, share, problem };
}

const sameColumns = (one: Columns, other: Columns) =>
  columnKinds.every((kind) => one[kind] === other[kind]);

function Compare() {
  const [chosen, setChosen] = useState<Chosen>();
  const [isOver, setOver] = useState(false);
  const [text, setText] = useState('');
  const comparison = useComparison();
  const { read, share, problem } = useTable(({ table, columns }) => {
    setChosen({ table, columns });
    comparison.reset();
    void comparison.compare(table, columns);
  });
  const { progress, compared, error } = comparison;
  const isBusy = share !== undefined || progress?.kind === 'add';
  const isCurrent = compared && chosen && sameColumns(compared.columns, chosen.columns);

  function startOver() {
    comparison.reset();
    setChosen(undefined);
  }

  /** Anywhere on the page: a browser opens a file that is dropped beside its target. */
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
      if (!isInside) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (file && !isBusy) void read(file);
    },
  };

  return (
    <div className="mx-auto grid max-w-400 content-start gap-5" {...drop}>
      <PageHeader
        title={title}
        meta="Finds leads of your ad platform or form tool that are missing here"
        actions={
          chosen && (
            <Button disabled={isBusy} onClick={startOver}>
              Compare another export
            </Button>
          )
        }
      />
      <FormError>{problem}</FormError>
      {share !== undefined && <ProgressBar label="Reading the file" done={share} of={1} />}
      {!chosen && (
        <FileChoice
          isOver={isOver}
          isReading={share !== undefined}
          text={text}
          onText={setText}
          onChoose={read}
        />
      )}
      {chosen && (
        <>
          <ColumnChoice
            table={chosen.table}
            columns={chosen.columns}
            isDisabled={progress !== undefined}
            onChange={(columns) => setChosen({ ...chosen, columns })}
          />
          <FormError>{error}</FormError>
          {progress && !isCurrent && <Work progress={progress} onCancel={comparison.cancel} />}
          {!progress && !isCurrent && (
            <Button
              variant="primary"
              className="justify-self-start"
              disabled={chosen.columns.id === undefined}
              onClick={() => void comparison.compare(chosen.table, chosen.columns)}
            >
              Compare {count(chosen.table.rows.length, 'row')}
            </Button>
          )}
          {isCurrent && (
            <Results table={chosen.table} comparison={comparison} compared={compared} />
          )}
        </>
      )}
    </div>
  );
}
