import type { ApiKeyActor } from '../services/actor.ts';
import type { LeadStore } from '../services/leads/create-lead.ts';
import type { IdempotentCall } from '../services/leads/repeat-keys.ts';

/** What a public procedure gets. The door has awaited `actor` before it read the body. */
export interface PublicContext {
  leads: LeadStore;
  requestId: string;
  /** Authenticated and allowed to do what the path asks for; rejects with the published errors. */
  actor: Promise<ApiKeyActor>;
  /** What came with an `Idempotency-Key`. */
  call: IdempotentCall | undefined;
}
