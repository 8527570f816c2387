import type { Database } from '#db/client.ts';
import type { MessageChannel } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import type { ChangedLead } from './get-lead.ts';
import { type Contact, recordContact } from './record-contact.ts';

/**
 * Records a message that was written to a lead in another program, and plans the next one.
 *
 * @throws NotFoundError
 * @throws InvalidError for a follow-up at a time that is over
 */
export const recordMessage = (
  db: Database,
  actor: CompanyActor,
  { channel, ...message }: Contact & { channel: MessageChannel },
): Promise<ChangedLead> => recordContact(db, actor, message, { type: 'message', to: channel });
