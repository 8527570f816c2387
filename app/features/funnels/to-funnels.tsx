'use client';

import { useSession } from '#app/_trpc/session.tsx';
import { ButtonLink } from '#app/_ui/button.tsx';

/** The action of a not-found page. */
export function ToFunnels() {
  const { company } = useSession();

  return <ButtonLink href={`/${company.slug}/funnels`}>Go to the funnels</ButtonLink>;
}
