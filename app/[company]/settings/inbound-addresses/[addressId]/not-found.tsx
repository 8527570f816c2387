'use client';

import { useSession } from '#app/_trpc/session.tsx';
import { ButtonLink } from '#app/_ui/button.tsx';
import { PlainPage } from '#app/_ui/plain-page.tsx';

export default function AddressNotFound() {
  const { company } = useSession();

  return (
    <PlainPage
      within
      title="Inbound address not found"
      actions={
        <ButtonLink href={`/${company.slug}/settings/inbound-addresses`}>
          Go to the inbound addresses
        </ButtonLink>
      }
    >
      This company has no inbound address with this ID, or it was deleted.
    </PlainPage>
  );
}
