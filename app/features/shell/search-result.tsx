'use client';

import {
  BookOpen,
  Building2,
  Keyboard,
  LogOut,
  type LucideIcon,
  PenLine,
  Plus,
  SunMoon,
  UserRound,
} from 'lucide-react';
import Link from 'next/link';
import { useTheme } from 'next-themes';
import type { ComponentProps } from 'react';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { signOut } from '#app/_trpc/session-end.ts';
import { createQuery } from '#app/_ui/address.ts';
import { cn } from '#app/_ui/cn.ts';
import { useOpenPage } from '#app/_ui/offline.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { statusLabels } from '#app/features/leads/labels.ts';
import { leadKeys, openLeadKeys, pressAfterDialog } from '#app/features/leads/lead-keys.ts';
import { NoContact, NoNameMark } from '#app/features/leads/marks.tsx';
import { fold, phoneDigits, wordsOf } from '#db/values/search.ts';
import type { FoundLead } from '#server/panel-api/schemas/leads.ts';
import { navigationOf } from './nav-list.tsx';
import { showShortcuts } from './shortcuts.tsx';

interface SearchResultProps extends Omit<ComponentProps<typeof Link>, 'children'> {
  lead: FoundLead;
  /** What the lead was found by. */
  searched: string;
  onOpen: () => void;
}

/** A lead that was found: a link, so that it can also be opened in another tab. */
export function SearchResult({ lead, searched, onOpen, onClick, ...link }: SearchResultProps) {
  const campaign = lead.campaignName ?? '';
  const campaignRanges = rangesInText(campaign, searched);

  return (
    <Link
      {...link}
      prefetch={false}
      onClick={(event) => {
        onClick?.(event);
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onOpen();
      }}
      className="grid gap-x-4 gap-y-0.5 border-border border-b px-4 py-2.5 outline-none last:border-b-0 data-[highlighted]:bg-surface-2 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <span dir="auto" className="truncate font-medium">
        <NoNameMark lead={lead} />
        <Marked text={lead.name} ranges={rangesInText(lead.name, searched)} />
      </span>
      <span className="truncate text-fg-muted text-sm max-sm:order-3 sm:max-w-56 sm:text-right">
        <bdi>{lead.funnel.name}</bdi> · <bdi>{lead.step.name}</bdi>
      </span>
      <span className="min-w-0 truncate text-fg-muted text-sm max-sm:order-2">
        <Contact lead={lead} searched={searched} />
        {campaignRanges.length > 0 && (
          <>
            {' · '}
            <bdi>
              <Marked text={campaign} ranges={campaignRanges} />
            </bdi>
          </>
        )}
      </span>
      <span className="text-fg-muted text-sm max-sm:order-4 sm:text-right">
        {statusLabels[lead.status]} · <RelativeTime at={lead.createdAt} plain />
      </span>
    </Link>
  );
}

/** The phone or email that was found, else the first there is. */
function Contact({ lead, searched }: { lead: FoundLead; searched: string }) {
  const contacts = [
    ...lead.phones.map((text) => ({ text, ranges: rangesInPhone(text, searched), isPhone: true })),
    ...(lead.email === null
      ? []
      : [{ text: lead.email, ranges: rangesInText(lead.email, searched), isPhone: false }]),
  ];
  const contact = contacts.find(({ ranges }) => ranges.length > 0) ?? contacts[0];
  if (!contact) return <NoContact />;

  return (
    <bdi className={cn(contact.isPhone && 'tabular')}>
      <Marked text={contact.text} ranges={contact.ranges} />
    </bdi>
  );
}

/** The text with these parts marked. */
function Marked({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  return (
    <>
      {ranges.map(([start, end], index) => (
        <span key={start}>
          {text.slice(ranges[index - 1]?.[1] ?? 0, start)}
          <mark className="rounded-sm bg-primary-soft text-primary-text">
            {text.slice(start, end)}
          </mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  );
}

/** Start and end of a part of a text. */
type Range = readonly [number, number];

/** The part of a word that folds to these letters: `Joã` of `João` for `joa`. */
function beginningLike(word: string, letters: string): number {
  const characters = Array.from(word);
  let end = 0;
  for (const character of characters) {
    if (fold(word.slice(0, end)).length >= letters.length && !/\p{M}/u.test(character)) break;
    end += character.length;
  }
  return end;
}

function wordRanges(text: string, letters: readonly string[]): Range[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)).flatMap(({ 0: word, index }) => {
    const folded = fold(word);
    const longest = letters
      .filter((each) => folded.startsWith(each))
      .reduce((a, b) => (b.length > a.length ? b : a), '');
    return longest ? [[index, index + beginningLike(word, longest)] as const] : [];
  });
}

/** Where a phone number has the digits, whatever stands between them. */
function digitRanges(text: string, digits: string): Range[] {
  const places = Array.from(text.matchAll(/\d/g), ({ index }) => index);
  const start = places
    .map((place) => text[place])
    .join('')
    .indexOf(digits);
  const [first, last] = [places[start], places[start + digits.length - 1]];
  return start === -1 || first === undefined || last === undefined ? [] : [[first, last + 1]];
}

/** The parts of a name, email or campaign that a search text has found. */
export const rangesInText = (text: string, search: string): Range[] =>
  wordRanges(text, wordsOf(search));

/** The parts of a phone number that it has found: all digits of the search, or one group of them. */
export function rangesInPhone(phone: string, search: string): Range[] {
  const numbers = search.match(/(?<![\p{L}\p{N}])\d[\d().\-/\s]*/gu) ?? [];
  const groups = [...numbers, ...wordsOf(search).filter((word) => /^\d+$/.test(word))];
  for (const group of groups) {
    const digits = phoneDigits(group);
    const ranges = digits ? digitRanges(phone, digits) : [];
    if (ranges.length > 0) return ranges;
  }
  return [];
}

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
  { label: 'Connect a form tool', path: '/settings/inbound-addresses', role: 'admin' },
  { label: 'New message template', path: '/settings/message-templates', role: 'admin' },
] as const;

/** Everything that can be done from any screen, in the order of the navigation. */
export function useCommands(company: string): Command[] {
  const openPage = useOpenPage();
  const mayDo = { agent: useCan('agent'), admin: useCan('admin') };
  const { companies, user, company: own } = useSession();
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
    ...openLeadKeys().map((key) => ({
      label: `${leadKeys[key]} (this lead)`,
      icon: PenLine,
      run: () => pressAfterDialog(key),
    })),
    ...navigationOf(own.role).flatMap((section) =>
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
