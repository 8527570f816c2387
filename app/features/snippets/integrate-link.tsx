import { Plug } from 'lucide-react';
import { useSession } from '#app/_trpc/session.tsx';
import { ButtonLink } from '#app/_ui/button.tsx';

interface IntegrateLinkProps {
  /** What is chosen there: `step=`, `funnel=` or `key=` with an id. */
  query: string;
  className?: string;
}

export function IntegrateLink({ query, className }: IntegrateLinkProps) {
  const { company } = useSession();

  return (
    <ButtonLink href={`/${company.slug}/integrate?${query}`} className={className}>
      <Plug aria-hidden />
      Integrate
    </ButtonLink>
  );
}
