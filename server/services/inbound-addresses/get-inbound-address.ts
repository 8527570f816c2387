import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { inboundAddresses } from '#db/schema/inbound-addresses.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { type AddressDescription, selectAddresses } from './address-view.ts';
import { addressNotFound } from './lock-address.ts';

/** @throws NotFoundError */
export async function getInboundAddress(
  db: Database,
  actor: CompanyActor,
  { id }: { id: string },
): Promise<AddressDescription> {
  const [address] = await selectAddresses(db, actor, eq(inboundAddresses.id, id));
  if (!address) throw new NotFoundError(addressNotFound);

  return address;
}
