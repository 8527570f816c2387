import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { inboundAddresses } from '#db/schema/inbound-addresses.ts';
import { NotFoundError } from '../errors.ts';
import { now } from '../sql.ts';

/** The condition that names one address. */
export const isAddress = (companyId: string, id: string) =>
  and(eq(inboundAddresses.companyId, companyId), eq(inboundAddresses.id, id));

export const addressNotFound = 'Inbound address not found';

/**
 * An address, locked until the transaction ends, and the time of the database.
 *
 * @throws NotFoundError
 */
export async function lockAddress(tx: Transaction, companyId: string, id: string) {
  const [address] = await tx
    .select({
      id: inboundAddresses.id,
      name: inboundAddresses.name,
      apiKeyId: inboundAddresses.apiKeyId,
      stepId: inboundAddresses.stepId,
      preset: inboundAddresses.preset,
      hint: inboundAddresses.hint,
      addressHash: inboundAddresses.addressHash,
      sealedProof: inboundAddresses.sealedProof,
      networks: inboundAddresses.networks,
      form: inboundAddresses.form,
      pausedAt: inboundAddresses.pausedAt,
      now,
    })
    .from(inboundAddresses)
    .where(isAddress(companyId, id))
    .for('no key update');
  if (!address) throw new NotFoundError(addressNotFound);

  return address;
}
