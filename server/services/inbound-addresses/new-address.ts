import type { KeyDependencies } from '../api-keys/insert-api-key.ts';
import { hintOf } from '../api-keys/key-view.ts';
import { generateAddress, hashSecret, secretHints } from '../api-keys/secret.ts';
import type { BodySeal } from '../intake-log/sealed-body.ts';

export interface AddressDependencies extends KeyDependencies {
  bodySeal: BodySeal;
}

/** An address of a company, and the proof of its sender, are sealed apart. */
export const sealedFor = (companyId: string, id: string) => ({ companyId, id });
export const proofSealedFor = (companyId: string, id: string) => ({ companyId, id: `${id}:proof` });

/** What is stored of a new address, and the address itself. */
export function newAddress(
  { companyId, id }: { companyId: string; id: string },
  { keyPepper, bodySeal }: AddressDependencies,
) {
  const address = generateAddress();
  return {
    address,
    columns: {
      addressHash: hashSecret(keyPepper, address),
      sealedAddress: bodySeal.seal(Buffer.from(address), sealedFor(companyId, id)),
      hint: hintOf(secretHints(address)),
    },
  };
}

/** @param proof the secret that a sender signs with; `null`: none */
export const sealProof = (
  { companyId, id }: { companyId: string; id: string },
  proof: string | null,
  { bodySeal }: Pick<AddressDependencies, 'bodySeal'>,
) => (proof === null ? null : bodySeal.seal(Buffer.from(proof), proofSealedFor(companyId, id)));
