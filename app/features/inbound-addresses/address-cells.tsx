import { Archive, CircleCheck, CirclePause, CircleSlash, TimerOff, Trash2 } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useSession } from '#app/_trpc/session.tsx';
import { Badge, type Tone } from '#app/_ui/badge.tsx';
import { KeyStatus } from '#app/features/api-keys/key-cells.tsx';
import { isWorking } from '#app/features/api-keys/key-labels.ts';
import type { AddressView } from '#server/panel-api/schemas/inbound-addresses.ts';
import { type AddressState, stateOf, stepText } from './address-labels.ts';

const states: Record<AddressState, { label: string; tone: Tone; icon: ReactNode }> = {
  active: { label: 'Active', tone: 'success', icon: <CircleCheck aria-hidden /> },
  paused: { label: 'Paused', tone: 'neutral', icon: <CirclePause aria-hidden /> },
  keyInactive: { label: 'Key inactive', tone: 'danger', icon: <CircleSlash aria-hidden /> },
  keyExpired: { label: 'Key expired', tone: 'danger', icon: <TimerOff aria-hidden /> },
  keyDeleted: { label: 'Key deleted', tone: 'danger', icon: <Trash2 aria-hidden /> },
  stepArchived: { label: 'Step archived', tone: 'warning', icon: <Archive aria-hidden /> },
};

export function AddressStateBadge({ address }: { address: AddressView }) {
  const { label, tone, icon } = states[stateOf(address)];

  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

const linkClasses = 'text-primary-text underline underline-offset-2 [overflow-wrap:anywhere]';

export function StepLink({ address }: { address: AddressView }) {
  const { company } = useSession();
  const { funnelId, id } = address.step;

  return (
    <Link href={`/${company.slug}/funnels/${funnelId}/steps/${id}`} className={linkClasses}>
      <bdi>{stepText(address)}</bdi>
    </Link>
  );
}

/** The key, with a status that the state of the address does not say. */
export function AddressKey({ apiKey }: Pick<AddressView, 'apiKey'>) {
  const { company } = useSession();
  const { id, name, status, isDeleted } = apiKey;
  if (isDeleted) return <bdi className="[overflow-wrap:anywhere]">{name}</bdi>;

  return (
    <>
      <Link href={`/${company.slug}/settings/api-keys/${id}`} className={linkClasses}>
        <bdi>{name}</bdi>
      </Link>
      {status !== 'active' && isWorking({ status }) && (
        <span className="mt-1 block">
          <KeyStatus status={status} />
        </span>
      )}
    </>
  );
}
