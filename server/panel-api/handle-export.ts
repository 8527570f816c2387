import type { Pool } from '#db/client.ts';
import { exportColumns } from '#db/values/leads.ts';
import { exportPieceBytes } from '../limits.ts';
import { getRuntime, type Runtime } from '../runtime.ts';
import { exportLog } from '../services/intake-log/export-log.ts';
import { exportLeads } from '../services/leads/export-leads.ts';
import { panelServices } from './panel-services.ts';
import { queryOf, readAddress, writeAddress } from './schemas/leads-address.ts';
import { logFilterOf, readLogAddress, writeLogAddress } from './schemas/log-address.ts';
import { bounds, type ExportKind, type ExportServices, sendExport } from './send-export.ts';

interface FileServices extends ExportServices {
  pool: Pool;
}

/** What the list of leads shows with the same query, as a file. */
export function answerExport(
  { pool, ...services }: FileServices,
  request: Request,
  company: string,
  within = bounds,
): Promise<Response> {
  const leads: ExportKind = {
    ...{ noun: 'leads', screen: 'the list of leads', name: 'leads' },
    open: (actor, params) => {
      const columns = params.get('columns')?.split(',') ?? exportColumns;
      const address = readAddress(params);
      return exportLeads(pool, actor, {
        query: queryOf(address),
        columns: exportColumns.filter((column) => columns.includes(column)),
        address: writeAddress({ ...address, q: '' }),
        totalMs: within.totalMs,
        pieceBytes: exportPieceBytes,
      });
    },
  };
  return sendExport(services, request, company, leads, within);
}

/** What the intake log shows with the same query, as a file. */
export function answerLogExport(
  { pool, ...services }: FileServices,
  request: Request,
  company: string,
): Promise<Response> {
  const log: ExportKind = {
    ...{ noun: 'the intake log', screen: 'the intake log', name: 'intake-log' },
    open: (actor, params) => {
      const address = readLogAddress(params);
      const wanted = { filter: logFilterOf(address), address: writeLogAddress(address) };
      return exportLog(pool, actor, wanted, services);
    },
  };
  return sendExport(services, request, company, log);
}

const fileServices = (runtime: Runtime): FileServices => ({
  ...panelServices(runtime),
  pool: runtime.panel,
  exports: runtime.exports,
});

/** `GET /{company}/leads/export` */
export const handleExport = (request: Request, company: string): Promise<Response> =>
  answerExport(fileServices(getRuntime()), request, company);

/** `GET /{company}/intake-log/export` */
export const handleLogExport = (request: Request, company: string): Promise<Response> =>
  answerLogExport(fileServices(getRuntime()), request, company);
