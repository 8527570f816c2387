'use client';

import {
  BookOpen,
  Building2,
  ChartColumn,
  Contact,
  Funnel,
  Inbox,
  KeyRound,
  ListChecks,
  Logs,
  type LucideIcon,
  MessageSquareText,
  Plug,
  ScrollText,
  SquareCheckBig,
} from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { useSession } from '#app/_trpc/session.tsx';
import { cn } from '#app/_ui/cn.ts';
import { upTo99 } from '#app/_ui/format.ts';
import { useIsHydrated } from '#app/_ui/hydration-mark.tsx';
import { LinkPending } from '#app/_ui/link-pending.tsx';
import { tooltip } from '#app/_ui/tooltip.ts';
import { useToDoCounts } from '#app/features/leads/to-do/use-to-do-counts.ts';
import { type Role, roles } from '#db/values/access.ts';

export interface NavItem {
  label: string;
  /** Relative to the company: `/funnels`. */
  path: string;
  /** Further paths that belong to this item. */
  also: readonly string[];
  icon: LucideIcon;
  /** The weakest role that uses it. Absent: any. */
  role?: Role;
  /** What waits there is counted. */
  isCounted?: true;
}

export interface NavSection {
  title: string;
  items: readonly NavItem[];
}

/** Of the company: only admins change it. */
const setting = (label: string, name: string, icon: LucideIcon): NavItem => ({
  label,
  path: `/settings/${name}`,
  also: [],
  icon,
  role: 'admin',
});

export const navigation: readonly NavSection[] = [
  {
    title: 'CRM',
    items: [
      {
        label: 'To do',
        path: '/to-do',
        also: [],
        icon: SquareCheckBig,
        role: 'agent',
        isCounted: true,
      },
      { label: 'Funnels', path: '/funnels', also: [], icon: Funnel },
      { label: 'Leads', path: '/leads', also: [], icon: Contact },
      { label: 'Reports', path: '/reports', also: [], icon: ChartColumn },
      { label: 'Intake log', path: '/intake-log', also: [], icon: Logs },
      { label: 'Integrate', path: '/integrate', also: [], icon: Plug },
    ],
  },
  {
    title: 'Settings',
    items: [
      setting('API keys', 'api-keys', KeyRound),
      setting('Inbound addresses', 'inbound-addresses', Inbox),
      setting('Message templates', 'message-templates', MessageSquareText),
      setting('Self-test', 'self-test', ListChecks),
      setting('Audit log', 'audit-log', ScrollText),
      setting('Company', 'company', Building2),
    ],
  },
];

/**
 * What a role uses: the rest is in neither menu nor commands. At their addresses the screens say who may
 * use them.
 */
export const navigationOf = (role: Role): NavSection[] =>
  navigation
    .map((section) => ({
      ...section,
      items: section.items.filter(
        (item) => item.role === undefined || roles.indexOf(role) >= roles.indexOf(item.role),
      ),
    }))
    .filter(({ items }) => items.length > 0);

/** The `aria-current` of an item: `page` for its own path, `true` for a path below it. */
export function currentOf(
  item: NavItem,
  company: string,
  pathname: string,
): 'page' | 'true' | undefined {
  const below = pathname.slice(`/${company}`.length);
  if (below === item.path) return 'page';

  const within = [item.path, ...item.also].some((path) => below.startsWith(`${path}/`));
  return within ? 'true' : undefined;
}

/** The path of the section of a screen, relative to the company: a company has no screens of another one. */
export function sectionOf(company: string, pathname: string): string {
  const items = navigation.flatMap((section) => section.items);
  const current = items.find((item) => currentOf(item, company, pathname));
  if (current) return current.path;

  return pathname === `/${company}/account` ? '/account' : '/funnels';
}

interface NavListProps {
  company: string;
  /** Shows only the icons between 1024 and 1279 px. */
  rail?: boolean;
  onNavigate?: () => void;
}

export function NavList({ company, rail = false, onNavigate }: NavListProps) {
  const pathname = usePathname();
  const { role } = useSession().company;

  return (
    <nav aria-label="Main" className="flex grow flex-col gap-4 px-2 py-3">
      {navigationOf(role).map((section) => (
        <div key={section.title} className="grid gap-0.5">
          <p
            className={cn(
              'px-2 pb-1 font-medium text-fg-subtle text-xs',
              rail && 'lg:max-xl:sr-only',
            )}
          >
            {section.title}
          </p>
          <ul className="grid gap-0.5">
            {section.items.map(({ isCounted, ...item }) => (
              <li key={item.path} className="relative">
                <NavLink
                  {...item}
                  href={`/${company}${item.path}`}
                  current={currentOf(item, company, pathname)}
                  rail={rail}
                  onNavigate={onNavigate}
                >
                  {isCounted && <ToDoCount rail={rail} />}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className="mt-auto">
        <NavLink
          href="/docs"
          prefetch={false}
          label="API docs"
          icon={BookOpen}
          current={undefined}
          rail={rail}
          onNavigate={onNavigate}
        />
      </div>
    </nav>
  );
}

/**
 * What is overdue or due today, and new leads that wait. Not before the page is hydrated: a query that
 * exists then does not take what the server has read for the screen.
 */
function ToDoCount({ rail }: { rail: boolean }) {
  return useIsHydrated() && <ReadCount rail={rail} />;
}

function ReadCount({ rail }: { rail: boolean }) {
  const { data } = useToDoCounts('mine');
  const amount = data ? data.overdue + data.today + data.new : 0;
  if (!data || amount === 0) return null;

  return (
    <span
      className={cn(
        'tabular ml-auto rounded-full px-1.5 font-semibold text-xs leading-5',
        data.overdue > 0 ? 'bg-danger-soft text-danger' : 'bg-primary-soft text-primary-text',
        rail &&
          'lg:max-xl:absolute lg:max-xl:-top-0.5 lg:max-xl:right-0 lg:max-xl:px-1 lg:max-xl:leading-4',
      )}
    >
      {upTo99(amount)}
      <span className="sr-only"> now</span>
    </span>
  );
}

interface NavLinkProps extends Pick<NavItem, 'label' | 'icon'> {
  href: string;
  prefetch?: false;
  current: ReturnType<typeof currentOf>;
  rail: boolean;
  onNavigate: (() => void) | undefined;
  /** After the label. */
  children?: ReactNode;
}

function NavLink(props: NavLinkProps) {
  const { href, prefetch, label, icon: Icon, current, rail, onNavigate, children } = props;

  return (
    <Link
      {...(rail && tooltip(label, 'right', 'xl:hidden'))}
      href={href}
      {...(prefetch === false && { prefetch })}
      aria-current={current}
      onClick={onNavigate}
      className={cn(
        'flex h-control items-center gap-2.5 rounded-sm px-2 font-medium text-fg-muted hover:bg-surface-2 hover:text-fg aria-[current]:bg-surface-2 aria-[current]:text-fg aria-[current]:[&_svg]:text-primary-text',
        rail && 'lg:max-xl:justify-center lg:max-xl:px-0',
      )}
    >
      <LinkPending>
        <Icon aria-hidden className="size-4 shrink-0" />
      </LinkPending>
      <span className={cn(rail && 'lg:max-xl:sr-only')}>{label}</span>
      {children}
    </Link>
  );
}
