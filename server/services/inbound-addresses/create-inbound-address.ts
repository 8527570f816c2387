import { eq } from 'drizzle-orm';
import { announce } from '#db/announce.ts';
import type { Database, Transaction } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { inboundAddresses } from '#db/schema/inbound-addresses.ts';
import type { PresetName } from '#db/values/inbound-addresses.ts';
import { addressesPerCompany } from '#db/values/limits.ts';
import type { ManagingActor } from '../actor.ts';
import { insertApiKey } from '../api-keys/insert-api-key.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockCompany } from '../companies/lock-company.ts';
import { LimitReachedError } from '../errors.ts';
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
import { type AddressDependencies, newAddress, sealProof } from './new-address.ts';

interface NewAddress extends AddressSettings {
  preset: PresetName;
  /** `null`: a key of its own, with the name of the address. */
  apiKeyId: string | null;
  /** The secret that the tool signs with; `null`: none. */
  proof: string | null;
}

async function createKey(
  tx: Transaction,
  actor: ManagingActor,
  { name }: AddressSettings,
  dependencies: AddressDependencies,
): Promise<string> {
  const key = await insertApiKey(
    tx,
    actor,
    { name, permissions: ['leads:create'], limits: { funnelIds: [], stepIds: [] } },
    dependencies,
  );
  await recordAudit(tx, actor, {
    action: 'apiKeys.create',
    subject: { id: key.id, name },
    details: { key: key.hint, permissions: 'leads:create' },
  });
  return key.id;
}

const withoutNulls = (details: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null));

/**
 * Creates an address that stands for a key and a step.
 *
 * @throws NotFoundError, InvalidError, LimitReachedError
 */
export function createInboundAddress(
  db: Database,
  actor: ManagingActor,
  settings: NewAddress,
  dependencies: AddressDependencies,
): Promise<{ item: AddressDescription; address: string }> {
  const { companyId } = actor;
  const { name, stepId, preset, networks, proof, form = null } = settings;
  checkNetworks(networks);
  checkProof(preset, proof);
  checkForm(preset, form);

  return db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const ofCompany = eq(inboundAddresses.companyId, companyId);
    if ((await tx.$count(inboundAddresses, ofCompany)) >= addressesPerCompany) {
      throw new LimitReachedError(
        `A company can have ${addressesPerCompany} inbound addresses. Delete those that are no longer used`,
      );
    }
    const apiKeyId = settings.apiKeyId ?? (await createKey(tx, actor, settings, dependencies));
    const place = await checkPlace(tx, companyId, { stepId, apiKeyId });

    const owner = { companyId, id: newId() };
    const { address, columns } = newAddress(owner, dependencies);
    await tx.insert(inboundAddresses).values({
      ...owner,
      ...columns,
      apiKeyId,
      stepId,
      name,
      preset,
      networks: [...networks],
      form,
      sealedProof: sealProof(owner, proof, dependencies),
      createdBy: actor.kind === 'user' ? actor.userId : null,
    });
    await recordAudit(tx, actor, {
      action: 'inboundAddresses.create',
      subject: { id: owner.id, name },
      details: {
        address: columns.hint,
        ...place,
        preset,
        ...(networks.length > 0 && { networks: networks.join(', ') }),
        ...(proof !== null && { signature: 'required' }),
        ...withoutNulls(describeForm(form)),
      },
      change: { keys: [apiKeyId] },
    });
    await announce(tx, 'keys');
    return { item: await getInboundAddress(tx, actor, owner), address };
  });
}
