type Cell = string | number | null | undefined;

/** Options that every verb has. */
export interface OutputOptions {
  json?: boolean;
}

/** What a caller of the public API wrote must not steer the operator's terminal. */
const printable = (cell: Cell) => String(cell ?? '–').replaceAll(/\p{Cc}/gu, '�');

export function writeJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [header, ...rows.map((row) => row.map(printable))];
  const widths = header.map((_, column) =>
    Math.max(...lines.map((line) => [...(line[column] ?? '')].length)),
  );

  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A list: the items themselves as JSON, or a table of the columns chosen for people. */
export function writeList<Item>(
  { json }: OutputOptions,
  items: readonly Item[],
  columns: Record<string, (item: Item) => Cell>,
): void {
  if (json) {
    writeJson(items);
    return;
  }

  const header = Object.keys(columns).map((name) => name.toUpperCase());
  const rows = items.map((item) => Object.values(columns).map((cell) => cell(item)));
  process.stdout.write(items.length > 0 ? `${table(header, rows)}\n` : 'Nothing yet.\n');
}

/** The outcome of one act: the value as JSON, or sentences for people. */
export function writeResult({ json }: OutputOptions, value: unknown, sentences: string): void {
  if (json) writeJson(value);
  else process.stdout.write(`${sentences}\n`);
}
