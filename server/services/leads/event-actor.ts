import type { CompanyActor } from '../actor.ts';

const idOf = (actor: CompanyActor): string | null => {
  if (actor.kind === 'user') return actor.userId;
  return actor.kind === 'apiKey' ? actor.apiKeyId : null;
};

/** The columns of an event that name the actor. */
export const eventActor = (actor: CompanyActor) => ({
  actorKind: actor.kind,
  actorId: idOf(actor),
  actorName: actor.name,
});
