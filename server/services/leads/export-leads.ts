import { eq, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { copyFrom } from '#db/backup/copy.ts';
import type { Client } from '#db/client.ts';
import { companies } from '#db/schema/applications.ts';
import { leads } from '#db/schema/leads.ts';
import type { ExportColumn } from '#db/values/leads.ts';
import type { UserActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { NotFoundError } from '../errors.ts';
import { exportColumns, exportJoins } from './export-columns.ts';
import { allOf, type LeadsQuery, searchTextOf } from './find-company-leads.ts';

interface LeadExport {
  query: LeadsQuery;
  columns: readonly ExportColumn[];
  /** The query as the address of the list has it, without the text of a search, for the audit log. */
  address: string;
  /** The longest that the statement may run. */
  statementMs: number;
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
async function sourceOf(
  { db }: Client,
  actor: UserActor,
  { query, columns }: LeadExport,
  timeZone: string,
): Promise<string> {
  const isListed = await allOf(db, actor, query);
  const direction = query.sort === 'oldest' ? sql`asc` : sql`desc`;
  const select = sql`
    select ${exportColumns(columns, timeZone)} from ${leads} ${exportJoins}
    where ${isListed} order by ${leads.id} ${direction}`;
  return dialect.sqlToQuery(select.inlineParams()).sql;
}

/**
 * Leads as CSV for spreadsheets, in the time zone of the company: a file that is made while it is
 * read, on a connection of its own until then.
 *
 * @throws NotFoundError
 */
export async function exportLeads(client: Client, actor: UserActor, wanted: LeadExport) {
  const { companyId } = actor;
  const { db, sql: postgres } = client;
  const [company] = await db
    .select({ name: companies.name, slug: companies.slug, timeZone: companies.timeZone })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!company) throw new NotFoundError('Company not found');
  const source = await sourceOf(client, actor, wanted, company.timeZone);
  await db.transaction((tx) =>
    recordAudit(tx, actor, {
      action: 'leads.export',
      subject: { id: companyId, name: company.name },
      details: { query: wanted.address, ...(searchTextOf(wanted.query) && { search: true }) },
    }),
  );

  /** Calls `take` with each piece, and waits for it. Ends early when the signal is aborted. */
  async function send(take: (piece: Buffer) => Promise<void>, signal: AbortSignal): Promise<void> {
    await postgres.begin('read only', async (tx) => {
      // Without sorts and joins that would need one, rows come from the start in the order of the key.
      const [backend] = await tx<{ pid: number }[]>`
        select pg_backend_pid() as pid,
          set_config('statement_timeout', ${String(wanted.statementMs)}, true),
          set_config('standard_conforming_strings', 'on', true),
          set_config('enable_hashjoin', 'off', true),
          set_config('enable_mergejoin', 'off', true),
          set_config('enable_sort', ${searchTextOf(wanted.query) ? 'on' : 'off'}, true)`;
      let stopping: Promise<unknown> | undefined;
      const stop = () => {
        stopping = postgres`select pg_cancel_backend(${backend?.pid ?? null}::int)`.catch(() => {});
      };
      signal.addEventListener('abort', stop, { once: true });
      try {
        signal.throwIfAborted();
        const rows = copyFrom(tx, `(${source})`, 'with (format csv, header)');
        for await (const piece of inPieces(rows, wanted.pieceBytes)) {
          signal.throwIfAborted();
          await take(piece);
        }
      } finally {
        signal.removeEventListener('abort', stop);
        // Later it would end a statement of another transaction on this connection.
        await stopping;
      }
    });
  }

  return { slug: company.slug, timeZone: company.timeZone, send };
}
