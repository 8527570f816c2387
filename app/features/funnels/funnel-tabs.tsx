'use client';

import Link from 'next/link';
import { useSession } from '#app/_trpc/session.tsx';
import { ButtonLink } from '#app/_ui/button.tsx';
import { LinkPending } from '#app/_ui/link-pending.tsx';

interface FunnelTabsProps {
  funnelId: string;
  current: 'board' | 'list' | 'steps';
  /** False for a funnel without steps, or an archived one. */
  canIntegrate: boolean;
  /** What the board filters by, with the funnel. */
  listQuery?: string;
  /** What the list filters by. */
  boardQuery?: string;
}

/** The views of a funnel. */
export function FunnelTabs({
  funnelId,
  current,
  canIntegrate,
  listQuery = `funnel=${funnelId}`,
  boardQuery,
}: FunnelTabsProps) {
  const { company } = useSession();
  const funnel = `/${company.slug}/funnels/${funnelId}`;
  const tabs = [
    {
      label: 'Board',
      href: boardQuery ? `${funnel}?${boardQuery}` : funnel,
      isCurrent: current === 'board',
    },
    {
      label: 'List',
      href: `/${company.slug}/leads?${listQuery}`,
      isCurrent: current === 'list',
    },
    { label: 'Steps', href: `${funnel}/steps`, isCurrent: current === 'steps' },
    ...(canIntegrate
      ? [{ label: 'Integrate', href: `/${company.slug}/integrate?funnel=${funnelId}` }]
      : []),
  ];

  return (
    <nav
      aria-label="Views of the funnel"
      className="flex shrink-0 gap-1 overflow-x-auto overflow-y-hidden border-border border-b"
    >
      {tabs.map(({ label, href, isCurrent }) => (
        <Link
          key={label}
          href={href}
          prefetch={false}
          aria-current={isCurrent ? 'page' : undefined}
          className="-mb-px flex h-control shrink-0 items-center gap-1.5 rounded-t-sm border-transparent border-b-2 px-2.5 font-medium text-fg-muted hover:text-fg focus-visible:-outline-offset-2 aria-[current]:border-primary aria-[current]:text-fg"
        >
          {label}
          <LinkPending />
        </Link>
      ))}
    </nav>
  );
}

/** The action of a not-found page. */
export function ToFunnels() {
  const { company } = useSession();

  return <ButtonLink href={`/${company.slug}/funnels`}>Go to the funnels</ButtonLink>;
}
