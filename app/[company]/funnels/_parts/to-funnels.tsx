'use client';

import { useSession } from '#app/_trpc/session.tsx';
import { ButtonLink } from '#app/_ui/button.tsx';

/** The way out of a page about something that is not there. */
export function ToFunnels() {
  const { company } = useSession();

  return <ButtonLink href={`/${company.slug}/funnels`}>Go to the funnels</ButtonLink>;
}
