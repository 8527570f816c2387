import type postgres from 'postgres';
import type { ApiKeyActor } from '../services/actor.ts';

/** What a public procedure gets. The door has made it and awaited `actor` before the body is read. */
export interface PublicContext {
  sql: postgres.Sql;
  requestId: string;
  /** Authenticated and allowed to do what the path asks for; rejects with the published errors. */
  actor: Promise<ApiKeyActor>;
}
