import Link from 'next/link';
import { useSession } from '#app/_trpc/session.tsx';
import { RelativeTime } from '#app/_ui/relative-time.tsx';
import type { LeadDetail } from '#server/api/schemas/leads.ts';
import { Part } from './part.tsx';

/** Leads that came with the same external id and other content. */
export function Duplicates({ lead }: { lead: LeadDetail }) {
  const { company } = useSession();
  if (lead.duplicates.length === 0) return null;

  return (
    <Part title="Possible duplicates">
      <p className="mb-2 text-fg-muted text-sm">The same external lead ID came with:</p>
      <ul className="grid gap-1.5">
        {lead.duplicates.map(({ id, name, createdAt }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
            <Link
              href={`/${company.slug}/leads/${id}`}
              className="text-primary-text underline underline-offset-2"
            >
              <bdi>{name}</bdi>
            </Link>
            <span className="text-fg-muted text-sm">
              <RelativeTime at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
