import type { Database } from '#db/client.ts';
import type { CallOutcome } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import type { ChangedLead } from './get-lead.ts';
import { type Contact, recordContact } from './record-contact.ts';

/**
 * Records a call with a lead, and plans the next one.
 *
 * @throws NotFoundError
 * @throws InvalidError for a follow-up at a time that is over
 */
export const recordCall = (
  db: Database,
  actor: CompanyActor,
  { outcome, ...call }: Contact & { outcome: CallOutcome },
): Promise<ChangedLead> => recordContact(db, actor, call, { type: 'call', to: outcome });
