'use client';

import { useSession } from '#app/_trpc/session.tsx';
import { ButtonLink } from '#app/_ui/button.tsx';
import { PlainPage } from '#app/_ui/plain-page.tsx';

export default function KeyNotFound() {
  const { company } = useSession();

  return (
    <PlainPage
      within
      title="API key not found"
      actions={
        <ButtonLink href={`/${company.slug}/settings/api-keys`}>Go to the API keys</ButtonLink>
      }
    >
      This company has no API key with this ID, or it was deleted.
    </PlainPage>
  );
}
