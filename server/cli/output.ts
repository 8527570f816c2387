type Cell = string | number | null | undefined;

/** Options of every verb. */
export interface OutputOptions {
  json?: boolean;
}

/** Values from the public API must not control the operator's terminal or reorder its text. */
const unprintable = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;
const printable = (cell: Cell) => String(cell ?? '–').replaceAll(unprintable, '�');

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

/** Prints a list: the items as JSON, or a table with the given columns. */
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
  process.stdout.write(items.length > 0 ? `${table(header, rows)}\n` : 'No entries.\n');
}

/** Prints a result: the value as JSON, or the message. */
export function writeResult({ json }: OutputOptions, value: unknown, message: string): void {
  if (json) writeJson(value);
  else process.stdout.write(`${message}\n`);
}
