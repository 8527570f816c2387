'use client';

import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { Button, ButtonLink } from '#app/_ui/button.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Fact, Facts, Section } from '#app/_ui/section.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { ForbiddenState } from '#app/_ui/states.tsx';
import { LocalTime, RelativeTime } from '#app/_ui/time.tsx';
import { mappingPath } from '#app/features/api-keys/key-labels.ts';
import { presetLabels, presetProofs } from '#db/values/inbound-addresses.ts';
import type { AddressView } from '#server/panel-api/schemas/inbound-addresses.ts';
import { emptyLogAddress, writeLogAddress } from '#server/panel-api/schemas/log-address.ts';
import { AddressKey, AddressStateBadge, StepLink } from './address-cells.tsx';
import { stateOf, stateTexts } from './address-labels.ts';
import { AddressMenu, LazyAddressDialogs, useAddressActions } from './address-menu.tsx';
import { SetupGuide } from './setup-guide.tsx';
import { ShownAddress } from './shown-address.tsx';

/** Milliseconds between two reads: the server does not announce submissions. */
const addressInterval = 3_000;

export function AddressScreen({ addressId }: { addressId: string }) {
  const address = useQuery(
    useTRPC().inboundAddresses.get.queryOptions(
      { id: addressId },
      { refetchInterval: addressInterval },
    ),
  );

  if (address.isPending) return <AddressSkeleton />;
  if (!address.data) {
    return (
      <QueryFailure headingLevel={1} query={address} title="This address could not be loaded" />
    );
  }
  return <Loaded key={addressId} address={address.data} />;
}

function Loaded({ address }: { address: AddressView }) {
  const actions = useAddressActions();
  const canManage = useCan('admin');
  const { company } = useSession();
  const router = useRouter();
  const { preset, hint } = address;
  const [shown, setShown] = useState<{ hint: string; url: string }>();
  // A rotated address has another hint.
  const url = shown?.hint === hint ? shown.url : undefined;
  const act = canManage ? actions.act : undefined;

  function showList(message: string) {
    router.replace(`/${company.slug}/settings/inbound-addresses`);
    actions.changed(message);
  }

  return (
    <div className="mx-auto grid max-w-400 gap-5">
      <PageHeader
        title={<bdi>{address.name}</bdi>}
        meta={
          <span className="flex flex-wrap items-center gap-2">
            {presetLabels[preset]}
            <AddressStateBadge address={address} />
          </span>
        }
        actions={
          <>
            <Links address={address} />
            {act && <AddressMenu address={address} onAction={act} />}
          </>
        }
      />
      {!canManage && (
        <ForbiddenState>
          You can view this address. Only admins of this company can copy or change it.
        </ForbiddenState>
      )}
      <StateNote address={address} onAction={act} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid min-w-0 gap-5">
          <Section title="Address">
            <ShownAddress
              address={address}
              url={url}
              onShow={canManage ? (whole) => setShown({ hint, url: whole }) : undefined}
            />
          </Section>
          <AddressFacts address={address} onEdit={act && (() => act('edit', address))} />
        </div>
        <Section title={`Set up ${presetLabels[preset]}`}>
          <SetupGuide preset={preset} url={url} />
        </Section>
      </div>
      <LazyAddressDialogs actions={actions} onDeleted={showList} />
    </div>
  );
}

/** To what arrived with the key, and to how it is read: with a submission that is held, which can be sent again. */
function Links({ address: { apiKey, step, heldEntryId } }: { address: AddressView }) {
  const { company } = useSession();
  const canManage = useCan('admin');
  const log = writeLogAddress({ ...emptyLogAddress, result: '', key: [apiKey.id] });

  return (
    <>
      <ButtonLink href={`/${company.slug}/intake-log?${log}`}>What arrived</ButtonLink>
      {canManage && (
        <ButtonLink href={`/${company.slug}/intake-log/compare?key=${apiKey.id}&step=${step.id}`}>
          Did everything arrive?
        </ButtonLink>
      )}
      {canManage && !apiKey.isDeleted && (
        <ButtonLink href={mappingPath(company.slug, apiKey.id, heldEntryId)}>Map fields</ButtonLink>
      )}
    </>
  );
}

interface StateNoteProps {
  address: AddressView;
  onAction: ReturnType<typeof useAddressActions>['act'] | undefined;
}

/** Why submissions make no leads. */
function StateNote({ address, onAction }: StateNoteProps) {
  const { company } = useSession();
  const state = stateOf(address);
  const { heldEntryId } = address;
  if (state !== 'active') {
    return (
      <Note text={stateTexts[state]}>
        {state === 'paused' && onAction && (
          <Button size="sm" onClick={() => onAction('resume', address)}>
            Resume
          </Button>
        )}
      </Note>
    );
  }
  if (heldEntryId === null) return null;
  return (
    <Note text="Submissions are held: no lead could be made of them.">
      <ButtonLink size="sm" href={`/${company.slug}/intake-log/${heldEntryId}`}>
        Open the newest
      </ButtonLink>
    </Note>
  );
}

function Note({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-warning-soft px-4 py-3 text-warning">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 grow basis-60">{text}</p>
      {children}
    </div>
  );
}

interface AddressFactsProps {
  address: AddressView;
  /** Absent for read-only members. */
  onEdit: (() => void) | undefined;
}

function AddressFacts({ address, onEdit }: AddressFactsProps) {
  const { preset, hasProof, networks, form, createdAt, createdBy, apiKey } = address;

  return (
    <Section
      title="Settings"
      action={
        onEdit && (
          <Button size="sm" onClick={onEdit}>
            Edit
          </Button>
        )
      }
    >
      <Facts>
        <Fact term="Tool">{presetLabels[preset]}</Fact>
        <Fact term="Step">
          <StepLink address={address} />
        </Fact>
        <Fact term="Key">
          <AddressKey apiKey={apiKey} />
        </Fact>
        <Fact term="Key last used">
          <RelativeTime at={apiKey.lastUsedAt} />
        </Fact>
        {presetProofs[preset] && (
          <Fact term="Signature">{hasProof ? 'Required' : 'Not checked'}</Fact>
        )}
        {form && (
          <>
            <Fact term="Thank-you page">{form.thankYouUrl ?? 'A page of ours'}</Fact>
            {form.hosts.length > 0 && <Fact term="Other hosts">{form.hosts.join(', ')}</Fact>}
            <Fact term="What programs send">{form.needsTime ? 'Held' : 'Not checked'}</Fact>
          </>
        )}
        <Fact term="Networks">
          {networks.length === 0 ? (
            'Any'
          ) : (
            <ul className="font-mono text-sm">
              {networks.map((network) => (
                <li key={network}>{network}</li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact term="Created">
          <LocalTime at={createdAt} />
          {createdBy && (
            <>
              {' by '}
              <bdi>{createdBy}</bdi>
            </>
          )}
        </Fact>
      </Facts>
    </Section>
  );
}

function AddressSkeleton() {
  return (
    <Loading label="Loading the address" className="mx-auto grid w-full max-w-400 gap-5">
      <div className="grid gap-2">
        <Skeleton className="h-6 w-52" />
        <Skeleton className="w-40" />
      </div>
      <div className="grid gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <Skeleton className="h-32 rounded-md" />
          <Skeleton className="h-72 rounded-md" />
        </div>
        <Skeleton className="h-64 rounded-md" />
      </div>
    </Loading>
  );
}
