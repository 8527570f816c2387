import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { inboundAddresses } from '#db/schema/inbound-addresses.ts';
import type { CompanyActor } from '../actor.ts';
import { type AddressDescription, selectAddresses } from './address-view.ts';

/** @param stepId absent for the addresses of all steps */
export const listInboundAddresses = (
  db: Database,
  actor: CompanyActor,
  { stepId }: { stepId?: string | undefined },
): Promise<AddressDescription[]> =>
  selectAddresses(db, actor, stepId ? eq(inboundAddresses.stepId, stepId) : undefined);
