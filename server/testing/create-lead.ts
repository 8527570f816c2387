import type postgres from 'postgres';
import { type Answer, send } from './http-client.ts';
import type { Tenant } from './tenant.ts';

export interface Creation {
  /** Its `Idempotency-Key`. */
  key?: string | undefined;
  body?: object;
  stepId?: string;
  secret?: string;
  isDryRun?: boolean;
}

/** Sends a lead to the first step of a tenant. */
export function createLeadAt(
  port: number,
  tenant: Tenant,
  { key, body, stepId, secret, isDryRun }: Creation,
): Promise<Answer> {
  return send(port, {
    path: `/api/leads/public/${stepId ?? tenant.stepId}`,
    headers: {
      host: tenant.host,
      'x-api-key': secret ?? tenant.secret,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(isDryRun && { 'x-dry-run': 'true' }),
    },
    body: JSON.stringify(body ?? { name: 'Maria', phones: ['+55 11 98765-4321'] }),
  });
}

/** Ids of the leads of a tenant, the first one first. */
export const storedLeads = async (sql: postgres.Sql, { companyId }: Tenant) =>
  (await sql<{ id: string }[]>`select id from leads where company_id = ${companyId}`).map(
    ({ id }) => id,
  );

export const replayedOf = ({ headers }: Answer) => headers['idempotent-replayed'];
