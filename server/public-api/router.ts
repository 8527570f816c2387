import { NIL, validate } from 'uuid';
import { operationPath } from './contract.ts';
import { confirmAddress } from './operations/confirm-address.ts';
import { createLeadOperation } from './operations/create-lead.ts';
import { createLeads } from './operations/create-leads.ts';
import { getFormScript } from './operations/get-form-script.ts';
import { getMe } from './operations/get-me.ts';
import { listFunnels } from './operations/list-funnels.ts';
import { findLeads, getLead } from './operations/read-leads.ts';
import { takeSubmission } from './operations/take-submission.ts';
import { type OperationMeta, router } from './procedure.ts';

/** The public tRPC root. A cookie opens nothing here, and a key nothing of the panel. */
export const publicRouter = router({
  confirmAddress,
  createLead: createLeadOperation,
  createLeads,
  findLeads,
  getFormScript,
  getLead,
  getMe,
  listFunnels,
  takeSubmission,
});

/** An operation as its procedure declares it. */
export interface Operation extends OperationMeta {
  /** In the router. */
  name: string;
  type: 'query' | 'mutation';
}

/** @throws Error for a procedure without the meta that an operation needs */
function readOperations(): Operation[] {
  return Object.entries(publicRouter._def.procedures).map(([name, { _def }]) => {
    const { openapi, success, examples, ...others }: Partial<OperationMeta> = _def.meta ?? {};
    if (!openapi || !success || !examples) {
      throw new Error(`${name} does not declare path, success and examples`);
    }
    return { name, type: _def.type, openapi, success, examples, ...others };
  });
}

export const operations = readOperations();

/** Those that the OpenAPI document describes. */
export const documentedOperations = operations.filter(({ openapi }) => openapi.enabled !== false);
/** Those that are called with a key; the others with an inbound address. */
export const keyOperations = operations.filter(({ openapi }) => openapi.protect !== false);

interface Route {
  pattern: RegExp;
  operations: Map<string, Operation>;
}

function readRoutes(): Route[] {
  const routes = new Map<string, Route>();
  for (const operation of operations) {
    const { method, path } = operation.openapi;
    // `/leads/public` without a step is no lead.
    const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>(?!public$)[^/]+)')}$`);
    const route = routes.get(path) ?? { pattern, operations: new Map() };
    route.operations.set(method, operation);
    routes.set(path, route);
  }
  return [...routes.values()];
}

const routes = readRoutes();

export interface Match {
  /** By method. */
  operations: ReadonlyMap<string, Operation>;
  params: Record<string, string>;
}

/** What is no UUID becomes the one that nothing has: a malformed id must look like an unknown one. */
const idOf = (text: string) => (validate(text) ? text.toLowerCase() : NIL);

/** The operations of a path with the ids in it; `undefined` when there is none. */
export function matchPath(path: string): Match | undefined {
  const wanted = operationPath(path);
  if (wanted === undefined) return undefined;

  for (const { pattern, operations } of routes) {
    const found = pattern.exec(wanted);
    if (!found) continue;

    const params = Object.entries(found.groups ?? {}).map(([name, text]) => [
      name,
      name === 'address' ? text : idOf(text),
    ]);
    return { operations, params: Object.fromEntries(params) };
  }
  return undefined;
}
