import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { copyFrom } from '#db/backup/copy.ts';
import type { Pool } from '#db/client.ts';
import type { ExportColumn } from '#db/values/leads.ts';
import type { UserActor } from '../actor.ts';
import { recordExport } from '../audit/record-export.ts';
import { exportColumns, exportJoins } from './export-columns.ts';
import { allLeads, type LeadsQuery, searchTextOf } from './find-company-leads.ts';

interface LeadExport {
  query: LeadsQuery;
  columns: readonly ExportColumn[];
  /** The query as the address of the list has it, without the text of a search, for the audit log. */
  address: string;
  /** The longest that it may take, in milliseconds. */
  totalMs: number;
  /** Of a piece, about. */
  pieceBytes: number;
}

const dialect = new PgDialect({ casing: 'snake_case' });

/** A spreadsheet reads UTF-8 only with this mark. */
const byteOrderMark = Buffer.from('\uFEFF');

/** Rows come one by one; larger pieces cost less on their way. */
async function* inPieces(rows: AsyncIterable<Buffer>, pieceBytes: number): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [byteOrderMark];
  let bytes = byteOrderMark.length;
  for await (const row of rows) {
    parts.push(row);
    bytes += row.length;
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(parts);
    parts = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(parts);
}

/** The statement with its values in it: COPY takes no parameters. */
function writeStatement(leads: SQL, columns: readonly ExportColumn[], timeZone: string): string {
  const select = sql`select ${exportColumns(columns, timeZone)} from ${leads} ${exportJoins}`;
  return dialect.sqlToQuery(select.inlineParams()).sql;
}

/**
 * Leads as CSV for spreadsheets, in the time zone of the company: a file that is made while it is
 * read, on a connection of its own until then.
 *
 * @throws NotFoundError
 */
export async function exportLeads(pool: Pool, actor: UserActor, wanted: LeadExport) {
  const { companyId } = actor;
  const { db } = pool;
  const found = await allLeads(db, actor, wanted.query);
  const file = await recordExport(db, actor, {
    action: 'leads.export',
    details: { query: wanted.address, ...(searchTextOf(wanted.query) && { search: true }) },
  });
  const source = writeStatement(found, wanted.columns, file.timeZone);

  /** Calls `take` with each piece, and waits for it. Ends its statement when the signal is aborted. */
  const send = (take: (piece: Buffer) => Promise<void>, signal: AbortSignal): Promise<void> =>
    pool.share(companyId, signal, () =>
      pool.begin(async (tx) => {
        // Without a sort, leads by arrival come from the start in the order of the key.
        await tx`
          select set_config('transaction_read_only', 'on', true),
            set_config('statement_timeout', ${String(wanted.totalMs)}, true),
            set_config('standard_conforming_strings', 'on', true),
            set_config('enable_sort', 'off', true)`;
        const rows = copyFrom(tx, `(${source})`, 'with (format csv, header)');
        for await (const piece of inPieces(rows, wanted.pieceBytes)) {
          signal.throwIfAborted();
          await take(piece);
        }
      }, wanted.totalMs),
    );

  return { ...file, send };
}
