import { trackingLimit } from '#db/values/lead-fields.ts';
import type { CompareInput } from '#server/panel-api/schemas/comparison.ts';
import type { Columns } from './columns.ts';
import type { Table, TableRow } from './read-file.ts';

export interface ComparedRow extends TableRow {
  id: string;
}

/** Rows that cannot be compared, by their numbers in the file. */
export interface LeftOut {
  noId: number[];
  /** The id is in an earlier row. */
  twice: number[];
  /** A spreadsheet has shortened the id. */
  shortened: number[];
}

/** `1.23457E+17`, in German and Brazilian spreadsheets `1,23457E+17`. */
const scientific = /^[0-9](?:[.,][0-9]+)?E\+[0-9]+$/i;
/** Spreadsheets keep 15 digits of a number, and fill it up with zeros. */
const longNumber = /^[0-9]{16,}$/;
const isRounded = (id: string) => /^0+$/.test(id.slice(15));
/** So many long ids that all end with zeros are no accident. */
const leastRounded = 5;

function areRounded(ids: readonly string[]): boolean {
  let long = 0;
  for (const id of ids) {
    if (!longNumber.test(id)) continue;
    if (!isRounded(id)) return false;
    long += 1;
  }
  return long >= leastRounded;
}

const isId = (id: string) =>
  id !== '' && id.length <= trackingLimit && id.isWellFormed() && !id.includes('\0');

/** The rows of a file that can be compared: those with an id, each id once. */
export function comparedRows(
  { rows }: Table,
  idColumn: number,
): { rows: ComparedRow[]; leftOut: LeftOut } {
  const ids = rows.map(({ cells }) => cells[idColumn] ?? '');
  const isBroken = areRounded(ids)
    ? (id: string) => longNumber.test(id) || scientific.test(id)
    : (id: string) => scientific.test(id);
  const leftOut: LeftOut = { noId: [], twice: [], shortened: [] };
  const seen = new Set<string>();
  const compared: ComparedRow[] = [];
  for (const [index, { row, cells }] of rows.entries()) {
    const id = ids[index] ?? '';
    if (!isId(id)) leftOut.noId.push(row);
    else if (isBroken(id)) leftOut.shortened.push(row);
    else if (seen.has(id)) leftOut.twice.push(row);
    else {
      seen.add(id);
      compared.push({ row, id, cells });
    }
  }
  return { rows: compared, leftOut };
}

/** Bytes of a body, below the limit of the panel: 256 KiB with all around it. */
const maxCallBytes = 240_000;
/** Of one call, so that it is answered while a person waits for it. */
const comparedInCall = 15_000;
const addedInCall = 200;

const plainText = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;
const encoder = new TextEncoder();
/** Of a text in JSON, with quotes and a comma. */
const bytesOf = (text: string) =>
  plainText.test(text) ? text.length + 3 : encoder.encode(JSON.stringify(text)).length + 1;

/** Rows in parts that a call takes. A row that is too large for a call is a part by itself. */
function* partsOf(
  rows: readonly ComparedRow[],
  maxRows: number,
  sizeOf: (row: ComparedRow) => number,
): Generator<ComparedRow[]> {
  let part: ComparedRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = sizeOf(row);
    if (part.length > 0 && (part.length >= maxRows || bytes + size > maxCallBytes)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(row);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

const cellOf = ({ cells }: TableRow, column: number | undefined) =>
  column === undefined ? '' : (cells[column] ?? '');

/** What the calls of a comparison send, each with its rows. */
export function* compareCalls(
  rows: readonly ComparedRow[],
  { name, phones, email }: Columns,
): Generator<{ rows: ComparedRow[]; input: CompareInput }> {
  const sizeOf = (row: ComparedRow) =>
    [name, phones, email].reduce<number>(
      (sum, column) => (column === undefined ? sum : sum + bytesOf(cellOf(row, column))),
      bytesOf(row.id),
    );
  for (const part of partsOf(rows, comparedInCall, sizeOf)) {
    const column = (place: number | undefined) => part.map((row) => cellOf(row, place));
    yield {
      rows: part,
      input: {
        ids: part.map(({ id }) => id),
        ...(name !== undefined && { name: column(name) }),
        ...(phones !== undefined && { phones: column(phones) }),
        ...(email !== undefined && { email: column(email) }),
      },
    };
  }
}

interface AddedRow {
  row: number;
  externalLeadId: string;
  values: Record<string, string>;
}

/** All of a row under its headers; what is compared under the names of the API. */
function addedRow(headers: readonly string[], columns: Columns, row: ComparedRow): AddedRow {
  const { id: idColumn, ...fields } = columns;
  const chosen = Object.entries(fields).map(([field, column]) => [field, cellOf(row, column)]);
  const places = new Set<number>(Object.values(columns));
  const others = headers.flatMap((header, place) =>
    places.has(place) ? [] : [[header, cellOf(row, place)]],
  );
  const filled = [...others, ...chosen].filter(([, text]) => text !== '');
  return { row: row.row, externalLeadId: row.id, values: Object.fromEntries(filled) };
}

/** What the calls that add rows send. */
export function* addCalls(
  rows: readonly ComparedRow[],
  headers: readonly string[],
  columns: Columns,
): Generator<AddedRow[]> {
  const sizeOf = (row: ComparedRow) =>
    encoder.encode(JSON.stringify(addedRow(headers, columns, row))).length + 1;
  for (const part of partsOf(rows, addedInCall, sizeOf)) {
    yield part.map((row) => addedRow(headers, columns, row));
  }
}
