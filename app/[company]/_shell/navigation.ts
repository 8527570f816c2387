import { Funnel, KeyRound, type LucideIcon, ScrollText } from 'lucide-react';

export interface NavItem {
  label: string;
  /** Below the company: `/funnels`. */
  path: string;
  /** Other places that belong to it. */
  also: readonly string[];
  icon: LucideIcon;
}

export interface NavSection {
  title: string;
  items: readonly NavItem[];
}

export const navigation: readonly NavSection[] = [
  {
    title: 'CRM',
    items: [{ label: 'Funnels', path: '/funnels', also: ['/leads'], icon: Funnel }],
  },
  {
    title: 'Settings',
    items: [
      { label: 'API keys', path: '/settings/api-keys', also: [], icon: KeyRound },
      { label: 'Audit log', path: '/settings/audit-log', also: [], icon: ScrollText },
    ],
  },
];

/** `page` when one is exactly there, `true` when one is somewhere below. */
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
