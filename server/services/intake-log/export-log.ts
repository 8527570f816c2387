import type { Database, Pool } from '#db/client.ts';
import type { UserActor } from '../actor.ts';
import { recordExport } from '../audit/record-export.ts';
import { hasIdIn, type LogEntry, readEntries } from './entry-view.ts';
import { findEntryIds, type LogFilter } from './log-filter.ts';
import { type BodyDependencies, readBodies } from './read-bodies.ts';

/** Of a page, which is a piece of the file. */
const rowsAtOnce = 200;

const headers = [
  ...['Time (UTC)', 'Status', 'Outcome', 'Answer', 'Key', 'Funnel', 'Step', 'Request ID'],
  ...['Lead ID', 'Place in batch', 'Fields not read', 'Body'],
];

/** What a spreadsheet would run as a formula: see `export-columns.ts` of the leads. */
const formula = /(^|[;\t\r\n]"*)(?=[=+@\uFF1D\uFF0B\uFF0D\uFF20-])/g;
const cell = (value: string | number | null) => {
  const text = String(value ?? '').replace(formula, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const line = (values: readonly (string | number | null)[]) => `${values.map(cell).join()}\r\n`;

function rowOf(entry: LogEntry, body: string): string {
  const { at, status, outcome, message, apiKey, step, requestId, lead, item } = entry;
  return line([
    ...[at.toISOString(), status, outcome, message, apiKey?.name ?? '', step?.funnelName ?? ''],
    ...[step?.name ?? '', requestId, lead?.id ?? '', item, entry.ignoredFields.join(', '), body],
  ]);
}

/** A page as text, and what the next one comes after. */
async function readPage(
  db: Database,
  actor: UserActor,
  query: LogFilter & { after: string | undefined },
  dependencies: BodyDependencies,
) {
  const ids = await findEntryIds(db, actor, { ...query, limit: rowsAtOnce });
  const page = ids.slice(0, rowsAtOnce);
  const entries = page.length > 0 ? await readEntries(db, actor, hasIdIn(page)) : [];
  const open = entries.filter(({ isMasked, body }) => !isMasked && body === 'stored');
  const ofOpen = open.map(({ id }) => id);
  const bodies = await readBodies(db, dependencies, actor.companyId, ofOpen);
  const text = entries.map((entry) => rowOf(entry, bodies.get(entry.id)?.text ?? '')).join('');
  return { text, last: ids.length > rowsAtOnce ? page.at(-1) : undefined };
}

interface LogExport {
  filter: LogFilter;
  /** The filter as the address of the log has it, for the audit log. */
  address: string;
}

/**
 * The intake log as CSV for spreadsheets, with bodies that are not UTF-8 as base64: a file that is made
 * while it is read.
 *
 * @throws NotFoundError
 */
export async function exportLog(
  pool: Pool,
  actor: UserActor,
  { filter, address }: LogExport,
  dependencies: BodyDependencies,
) {
  const { companyId } = actor;
  const { db } = pool;
  const file = await recordExport(db, actor, {
    action: 'intakeLog.export',
    details: { query: address },
  });

  const send = async (take: (piece: Buffer) => Promise<void>, signal: AbortSignal) => {
    await take(Buffer.from(`\uFEFF${line(headers)}`));
    let after: string | undefined;
    do {
      signal.throwIfAborted();
      const page = () => readPage(db, actor, { ...filter, after }, dependencies);
      const { text, last } = await pool.share(companyId, signal, page);
      if (text !== '') await take(Buffer.from(text));
      after = last;
    } while (after !== undefined);
  };

  return { ...file, send };
}
