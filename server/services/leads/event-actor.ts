import { type SQL, sql } from 'drizzle-orm';
import type { CompanyActor } from '../actor.ts';

const idOf = (actor: CompanyActor): string | null => {
  if (actor.kind === 'user') return actor.userId;
  return actor.kind === 'apiKey' ? actor.apiKeyId : null;
};

/** `actor_kind, actor_id, actor_name` of an event that the actor causes. */
export const eventActor = (actor: CompanyActor): SQL =>
  sql`${actor.kind}::text, ${idOf(actor)}::uuid, ${actor.name}::text`;
