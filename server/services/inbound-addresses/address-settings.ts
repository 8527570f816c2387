import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { type FormSettings, type PresetName, presetProofs } from '#db/values/inbound-addresses.ts';
import { isLimited } from '../actor.ts';
import { readLimits } from '../api-keys/key-settings.ts';
import { InvalidError, NotFoundError } from '../errors.ts';
import { lockStep } from '../steps/lock-step.ts';
import { isNetwork } from './networks.ts';

/** What an admin chooses for an inbound address. */
export interface AddressSettings {
  name: string;
  stepId: string;
  /** In CIDR notation; empty: submissions may come from anywhere. */
  networks: readonly string[];
  /** Of an HTML form. */
  form?: FormSettings | null | undefined;
}

/** @throws InvalidError that names the first network that is none */
export function checkNetworks(networks: readonly string[]): void {
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong !== undefined) {
    throw new InvalidError(`${wrong} is no network: write an address, or 192.0.2.0/24`, 'networks');
  }
}

/** @throws InvalidError for settings of a form at another tool */
export function checkForm(preset: PresetName, form: FormSettings | null): void {
  if (preset !== 'htmlForm' && form !== null) {
    throw new InvalidError('Only HTML forms have a page for visitors', 'form');
  }
}

/** What the audit log says of them. */
export const describeForm = (form: FormSettings | null): Record<string, string | null> => ({
  thankYouPage: form?.thankYouUrl ?? null,
  hosts: form?.hosts.join(', ') || null,
  openingTime: form?.needsTime ? 'required' : null,
});

/** @throws InvalidError for a secret that submissions of the tool do not carry */
export function checkProof(preset: PresetName, proof: string | null): void {
  if (proof !== null && presetProofs[preset] === null) {
    throw new InvalidError('This tool does not sign what it sends', 'proof');
  }
}

/**
 * The names that the audit log has of the place of an address.
 *
 * @throws NotFoundError for a step or key that the company does not have
 * @throws InvalidError for an archived step, and for a step that the key may not create leads in
 */
export async function checkPlace(
  tx: Transaction,
  companyId: string,
  { stepId, apiKeyId }: { stepId: string; apiKeyId: string },
): Promise<{ step: string; key: string }> {
  const step = await lockStep(tx, companyId, stepId);
  if (step.archivedAt) throw new InvalidError('This step is archived: choose another', 'stepId');

  const [key] = await tx
    .select({ name: apiKeys.name, permissions: apiKeys.permissions })
    .from(apiKeys)
    .where(
      and(eq(apiKeys.companyId, companyId), eq(apiKeys.id, apiKeyId), isNull(apiKeys.deletedAt)),
    );
  if (!key) throw new NotFoundError('API key not found');

  const limits = await readLimits(tx, companyId, apiKeyId);
  const isInReach =
    !isLimited(limits) ||
    limits.stepIds.includes(stepId) ||
    limits.funnelIds.includes(step.funnelId);
  if (!isInReach || !key.permissions.includes('leads:create')) {
    throw new InvalidError('This key may not create leads in this step', 'apiKeyId');
  }
  return { step: `${step.funnel}: ${step.name}`, key: key.name };
}
