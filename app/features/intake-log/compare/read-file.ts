import Papa from 'papaparse';
import { type Columns, guessColumn } from './columns.ts';

/** A row of a file. */
export interface TableRow {
  /** As a spreadsheet counts it: the first line of the file is 1. */
  row: number;
  cells: readonly string[];
}

/** What is compared. */
export interface Table {
  /** Of the file. */
  name: string;
  /** Each is there once, and none is empty. */
  headers: readonly string[];
  rows: readonly TableRow[];
}

/** A file that cannot be read. The message says what to do. */
export class UnreadableError extends Error {}

/** The browser holds the text of a file, and every cell of it. */
export const maxFileBytes = 100 * 1_048_576;
/** Characters that are read before the page reacts again. */
const pieceLength = 2_000_000;

const excel = 'This is an Excel file. Open it, save it as CSV, and choose that file.';
const noText = 'This is not a CSV file. Export your leads as CSV, and choose that file.';
const empty = 'There are no leads in this file. Export it again, and choose the new file.';

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);

/** Of a zip archive, which an xlsx is, and of an xls. */
const excelStarts = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** UTF-16 by its byte order mark, or by the zeros in it where it has none. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be';

  const start = bytes.subarray(0, 512);
  const zerosAt = (parity: number) =>
    start.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (even + odd < start.length / 8) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

function decode(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // What Excel writes in Europe and in Brazil.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const separators = ['\t', ',', ';', '|'];

/** That which is in the first line most often, outside quotes. */
function separatorOf(text: string): string {
  const line =
    text
      .slice(0, 65_536)
      .replace(/"[^"]*"/g, '')
      .trimStart()
      .split(/[\r\n]/, 1)[0] ?? '';
  const counts = separators.map((separator) => line.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The rows of a text, line breaks within quotes included. The page reacts in between. */
const parse = (text: string, onProgress: (share: number) => void) =>
  new Promise<string[][]>((resolve) => {
    const rows: string[][] = [];
    Papa.parse<string[]>(text, {
      delimiter: separatorOf(text),
      chunkSize: pieceLength,
      chunk: ({ data, meta }: Papa.ParseResult<string[]>, parser: Papa.Parser) => {
        for (const row of data) rows.push(row);
        onProgress(meta.cursor / text.length);
        parser.pause();
        setTimeout(() => parser.resume());
      },
      complete: () => resolve(rows),
    });
  });

const isFilled = ({ cells }: TableRow) => cells.some((cell) => cell !== '');

/** Names of columns: each once, and none empty. */
function headersOf(cells: readonly string[]): string[] {
  const names = new Set<string>();
  for (const [index, cell] of cells.entries()) {
    const name = cell === '' ? 'Column' : cell;
    names.add(cell === '' || names.has(name) ? `${name} ${index + 1}` : name);
  }
  return [...names];
}

/**
 * Meta marks what a value is: `l:` an id of a lead, `p:` a phone, others an ad or a form. Some exports
 * have numbers as `="123"` or `'123`, so that spreadsheets leave them as they are.
 */
const cleanCell = (cell: string) => (/^[\w+@]+$/.test(cell) ? cell : unmarked(cell.trim()));

const unmarked = (cell: string) =>
  cell
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^'(?=[0-9+])/, '')
    .replace(/^(?:l|p|f|c|as|ag):(?=\+?[0-9]|$)/, '');

/** A file of one column that no name stands above is a list of ids. */
function tableOf(name: string, parsed: readonly string[][]): Table {
  const rows = parsed
    .map((cells, index) => ({ row: index + 1, cells: cells.map(cleanCell) }))
    .filter(isFilled);
  const [first, ...others] = rows;
  if (!first) throw new UnreadableError(empty);

  const isList = first.cells.length === 1 && guessColumn(first.cells[0] ?? '') === undefined;
  if (isList) return { name, headers: ['ID'], rows };
  if (others.length === 0) throw new UnreadableError(empty);
  return { name, headers: headersOf(first.cells), rows: others };
}

/**
 * Reads a CSV file, whatever its encoding and its separator.
 *
 * @throws UnreadableError
 */
export async function readFile(
  file: File,
  onProgress: (share: number) => void = () => {},
): Promise<Table> {
  if (file.size === 0) throw new UnreadableError(empty);
  if (file.size > maxFileBytes) {
    throw new UnreadableError(
      'This file is larger than 100 MB. Export fewer days at a time, and compare one file after the other.',
    );
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (excelStarts.some((start) => startsWith(bytes, start))) throw new UnreadableError(excel);

  const text = decode(bytes);
  if (text.includes('\0')) throw new UnreadableError(noText);
  return tableOf(file.name, await parse(text, onProgress));
}

export const pastedName = 'Pasted list';

/**
 * Reads what is pasted: ids with anything between them, or cells of a spreadsheet.
 *
 * @throws UnreadableError
 */
export async function readPasted(text: string): Promise<Table> {
  if (text.includes('\t')) return tableOf(pastedName, await parse(text, () => {}));

  const ids = text.split(/[\s,;]+/).filter(Boolean);
  return tableOf(
    pastedName,
    ids.map((id) => [id.replace(/^"(.*)"$/, '$1')]),
  );
}

/** The columns of a table by their names. Those that are not found are absent. */
export function guessColumns({ headers }: Table): Columns {
  const guesses = headers.map(guessColumn);
  const columns: Columns = {};
  for (const [index, guess] of guesses.entries()) {
    if (!guess) continue;
    const { column, rank } = guess;
    const other = guesses[columns[column] ?? -1];
    if (!other || rank < other.rank) columns[column] = index;
  }
  return columns;
}
