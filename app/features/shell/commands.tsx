'use client';

import {
  BookOpen,
  Building2,
  Keyboard,
  LogOut,
  type LucideIcon,
  Plus,
  SunMoon,
  UserRound,
} from 'lucide-react';
import { useTheme } from 'next-themes';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { signOut } from '#app/_trpc/session-end.ts';
import { createQuery } from '#app/_ui/address.ts';
import { useOpenPage } from '#app/_ui/offline.tsx';
import { wordsOf } from '#db/values/search.ts';
import { navigation } from './nav-list.tsx';
import { showShortcuts } from './shortcuts.tsx';

export interface Command {
  label: string;
  icon: LucideIcon;
  run: () => void;
  /** Enter runs it only once it can be seen to be the current one. */
  isDeliberate?: true;
}

const creations = [
  { label: 'Add lead', path: '/leads', role: 'agent' },
  { label: 'New funnel', path: '/funnels', role: 'admin' },
  { label: 'Create API key', path: '/settings/api-keys', role: 'admin' },
] as const;

/** Everything that can be done from any screen, in the order of the navigation. */
export function useCommands(company: string): Command[] {
  const openPage = useOpenPage();
  const mayDo = { agent: useCan('agent'), admin: useCan('admin') };
  const { companies, user } = useSession();
  const { resolvedTheme, setTheme } = useTheme();
  const goTo = (path: string) => () => openPage(path);
  /** Opens the dialog of a screen; on the screen itself, over what it shows. */
  const create = (path: string) => () => {
    const address = `/${company}${path}`;
    if (location.pathname !== address) openPage(`${address}${createQuery()}`);
    else history.replaceState(null, '', createQuery(location.search));
  };
  const theme = resolvedTheme === 'dark' ? 'light' : 'dark';

  return [
    ...navigation.flatMap((section) =>
      section.items.map(({ label, path, icon }) => ({
        label: `Go to ${label}`,
        icon,
        run: goTo(`/${company}${path}`),
      })),
    ),
    ...creations.flatMap(({ label, path, role }) =>
      mayDo[role] ? [{ label, icon: Plus, run: create(path) }] : [],
    ),
    { label: 'Go to your account', icon: UserRound, run: goTo(`/${company}/account`) },
    { label: 'Go to the API docs', icon: BookOpen, run: goTo('/docs') },
    ...companies
      .filter(({ slug }) => slug !== company)
      .map(({ slug, name }) => ({
        label: `Switch to ${name}`,
        icon: Building2,
        run: goTo(`/${slug}`),
      })),
    { label: `Use the ${theme} theme`, icon: SunMoon, run: () => setTheme(theme) },
    { label: 'Show keyboard shortcuts', icon: Keyboard, run: showShortcuts },
    { label: 'Sign out', icon: LogOut, run: () => signOut(user.id), isDeliberate: true },
  ];
}

/** Whether each word of the text begins a word of the label, as in the search for leads. */
export function isNamed(label: string, text: string): boolean {
  const words = wordsOf(label);
  return wordsOf(text).every((sought) => words.some((word) => word.startsWith(sought)));
}
