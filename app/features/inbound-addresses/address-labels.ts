import { matches } from '#app/_ui/list-tools.tsx';
import { presetLabels } from '#db/values/inbound-addresses.ts';
import type { RotationOverlap } from '#server/panel-api/schemas/api-keys.ts';
import type { AddressView } from '#server/panel-api/schemas/inbound-addresses.ts';

export type AddressState =
  | 'active'
  | 'paused'
  | 'keyInactive'
  | 'keyExpired'
  | 'keyDeleted'
  | 'stepArchived';

/** What decides about submissions, in the order in which the server asks. */
export function stateOf({
  pausedAt,
  apiKey,
  step,
}: Pick<AddressView, 'pausedAt' | 'apiKey' | 'step'>): AddressState {
  if (apiKey.isDeleted) return 'keyDeleted';
  if (apiKey.status === 'inactive') return 'keyInactive';
  if (apiKey.status === 'expired') return 'keyExpired';
  if (pausedAt) return 'paused';
  return step.isArchived ? 'stepArchived' : 'active';
}

/** What becomes of submissions, of an address that takes none. */
export const stateTexts: Record<Exclude<AddressState, 'active'>, string> = {
  paused: 'Paused: submissions are refused with 503, so tools that try again do.',
  keyInactive: 'Its key is inactive: submissions are refused.',
  keyExpired: 'Its key has expired: submissions are refused.',
  keyDeleted: 'Its key is deleted: submissions are refused. Connect the tool again.',
  stepArchived: 'Its step is archived: submissions are held until you choose another step.',
};

export const overlapLabels: Record<RotationOverlap, string> = {
  now: 'Immediately',
  '1h': 'In 1 hour',
  '24h': 'In 24 hours',
  '7d': 'In 7 days',
};

/** The URL that a tool sends to. `address` is whole, or its hint. */
export const urlOf = (origin: string, address: string) => `${origin}/api/in/${address}`;

/** `Website: New`. */
export const stepText = ({ step }: Pick<AddressView, 'step'>) => `${step.funnelName}: ${step.name}`;

/** One a line; commas separate as well. */
export const readLines = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);

/** By what the list shows, by the whole address, or by its URL. */
export function isAddressMatch(address: AddressView, search: string): boolean {
  const { name, preset, hint, apiKey } = address;
  const [begin = '', end = ''] = hint.split('…');
  const sent = search.split('/').at(-1) ?? '';
  const shown = [name, presetLabels[preset], hint, apiKey.name, stepText(address)].join(' ');
  return matches(shown, search) || (sent.startsWith(begin) && sent.endsWith(end));
}
