import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { inboundAddresses } from '#db/schema/inbound-addresses.ts';
import type { FormSettings } from '#db/values/inbound-addresses.ts';
import type { ManagingActor } from '../actor.ts';
import { changesOf, recordAudit } from '../audit/record-audit.ts';
import {
  type AddressSettings,
  checkForm,
  checkNetworks,
  checkPlace,
  checkProof,
  describeForm,
} from './address-settings.ts';
import type { AddressDescription } from './address-view.ts';
import { getInboundAddress } from './get-inbound-address.ts';
import { isAddress, lockAddress } from './lock-address.ts';
import { type AddressDependencies, sealProof } from './new-address.ts';

interface ChangedSettings extends AddressSettings {
  id: string;
  /** Absent: as it is. `null`: submissions need no signature. */
  proof?: string | null | undefined;
}

function changedForm(from: FormSettings | null, to: FormSettings | null) {
  const later = describeForm(to);
  const pairs = Object.entries(describeForm(from)).map(
    ([name, value]) =>
      [name, [value, later[name] ?? null] as [string | null, string | null]] as const,
  );
  return Object.fromEntries(pairs);
}

const listOf = (networks: readonly string[]) => networks.join(', ') || null;
const signed = (has: boolean) => (has ? 'required' : null);

/**
 * The next submission is read with the new settings, on every process.
 *
 * @throws NotFoundError, InvalidError
 */
export function updateInboundAddress(
  db: Database,
  actor: ManagingActor,
  { id, name, stepId, networks, proof, form = null }: ChangedSettings,
  dependencies: Pick<AddressDependencies, 'bodySeal'>,
): Promise<AddressDescription> {
  const { companyId } = actor;
  checkNetworks(networks);

  return db.transaction(async (tx) => {
    const old = await lockAddress(tx, companyId, id);
    if (proof !== undefined) checkProof(old.preset, proof);
    checkForm(old.preset, form);
    const { apiKeyId } = old;
    const isMoved = stepId !== old.stepId;
    const to = isMoved ? await checkPlace(tx, companyId, { stepId, apiKeyId }) : undefined;
    const sealedProof =
      proof === undefined ? old.sealedProof : sealProof({ companyId, id }, proof, dependencies);
    const changes = changesOf({
      name: [old.name, name],
      networks: [listOf(old.networks), listOf(networks)],
      ...changedForm(old.form, form),
      signature: [
        signed(old.sealedProof !== null),
        signed(sealedProof !== null),
        proof !== undefined && proof !== null,
      ],
    });
    const details = { ...changes, ...(to && { step: to.step }) };
    if (Object.keys(details).length > 0) {
      await tx
        .update(inboundAddresses)
        .set({ name, stepId, networks: [...networks], form, sealedProof })
        .where(isAddress(companyId, id));
      await recordAudit(tx, actor, {
        action: 'inboundAddresses.update',
        subject: { id, name },
        details,
        change: { keys: [apiKeyId] },
      });
      await announce(tx, 'keys');
    }
    return getInboundAddress(tx, actor, { id });
  });
}
