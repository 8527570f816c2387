'use client';

import { useSession } from '#app/_trpc/session.tsx';
import { ButtonLink } from '#app/_ui/button.tsx';
import { PlainPage } from '#app/_ui/plain-page.tsx';

export default function LogEntryNotFound() {
  const { company } = useSession();

  return (
    <PlainPage
      within
      title="Request not found"
      actions={<ButtonLink href={`/${company.slug}/intake-log`}>Go to the intake log</ButtonLink>}
    >
      This company has no request with this ID, or it has expired.
    </PlainPage>
  );
}
