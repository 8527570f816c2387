'use client';

import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Search as SearchIcon, SearchX, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { MorePages, QueryFailure } from '#app/_trpc/query-failure.tsx';
import { IconButton } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { count } from '#app/_ui/format.ts';
import { useOpenPage } from '#app/_ui/offline.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { searchTextLength } from '#db/values/limits.ts';
import type { FoundLead } from '#server/panel-api/schemas/leads.ts';
import { type Command, isNamed, SearchResult, useCommands } from './search-result.tsx';

/** What can be chosen: leads first, then commands whose names begin with the words. */
type Item = { kind: 'lead'; lead: FoundLead } | { kind: 'command'; command: Command };

/** Milliseconds. */
const typingPause = 150;

interface SearchDialogProps {
  company: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The search over all leads of the company; below 640 px at the top of the screen, in full width. */
export function SearchDialog({ company, open, onOpenChange }: SearchDialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center sm:px-4 sm:pt-[10vh] sm:pb-8">
          <Dialog.Popup className="flex max-h-dvh w-full flex-col overflow-hidden bg-surface shadow-float outline-none transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0 sm:max-h-[75dvh] sm:max-w-xl sm:rounded-lg">
            <Dialog.Title className="sr-only">Search all leads</Dialog.Title>
            <SearchContent company={company} onOpenChange={onOpenChange} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The text, once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);

  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPause);
    return () => clearTimeout(timer);
  }, [text]);

  return text === '' ? '' : settled;
}

function useLeadSearch(text: string) {
  const trpc = useTRPC();

  return useInfiniteQuery(
    trpc.leads.search.infiniteQueryOptions(
      { text },
      {
        enabled: text !== '',
        getNextPageParam: (page) => page.nextCursor,
        placeholderData: keepPreviousData,
        networkMode: 'always',
        gcTime: 60_000,
      },
    ),
  );
}

interface EarlyEnterProps {
  text: string;
  isCurrent: boolean;
  isFailed: boolean;
  openFirst: () => void;
}

/** Returns what an Enter before the answer calls: opens the first result once it arrives. */
function useEarlyEnter({ text, isCurrent, isFailed, openFirst }: EarlyEnterProps) {
  const [pressedFor, setPressedFor] = useState<string>();
  const isPressed = pressedFor === text;
  if (pressedFor !== undefined && !isPressed) setPressedFor(undefined);
  const open = useEffectEvent(openFirst);

  useEffect(() => {
    if (!isPressed || !(isCurrent || isFailed)) return;
    setPressedFor(undefined);
    if (isCurrent) open();
  }, [isPressed, isCurrent, isFailed]);

  return () => setPressedFor(text);
}

function SearchContent({ company, onOpenChange }: Omit<SearchDialogProps, 'open'>) {
  const openPage = useOpenPage();
  const [text, setText] = useState('');
  const searched = useSettled(text.trim());
  const search = useLeadSearch(searched);
  const leads = searched ? (search.data?.pages.flatMap((page) => page.items) ?? []) : [];
  const isSettled = searched === text.trim();
  const isFailed = isSettled && search.isError;
  const isCurrent = isSettled && search.isSuccess && !search.isPlaceholderData;

  const commands = useCommands(company).filter(({ label }) => isNamed(label, text));
  const items: Item[] = [
    ...leads.map((lead) => ({ kind: 'lead', lead }) as const),
    ...commands.map((command) => ({ kind: 'command', command }) as const),
  ];
  const isAwaited = text.trim() !== '' && !isCurrent && !isFailed;
  const openFirstLater = useEarlyEnter({ text, isCurrent, isFailed, openFirst });

  function openFirst() {
    const [first] = items;
    if (!first || (first.kind === 'command' && first.command.isDeliberate)) return;
    onOpenChange(false);
    if (first.kind === 'lead') openPage(`/${company}/leads/${first.lead.id}`);
    else first.command.run();
  }

  return (
    <Autocomplete.Root
      inline
      open
      items={items}
      mode="none"
      autoHighlight="always"
      keepHighlight
      itemToStringValue={(item) => (item.kind === 'lead' ? item.lead.name : item.command.label)}
      value={text}
      onValueChange={(value, { reason }) => reason === 'input-change' && setText(value)}
      onOpenChange={(_, { reason }) => reason === 'escape-key' && onOpenChange(false)}
    >
      <div className="flex items-center gap-2 border-border border-b px-3 py-2">
        <SearchIcon aria-hidden className="size-4 shrink-0 text-fg-muted" />
        <Autocomplete.Input
          aria-label="Search all leads"
          placeholder="Name, phone, email, campaign, or a command"
          autoComplete="off"
          enterKeyHint="go"
          maxLength={searchTextLength}
          // What is shown belongs to an earlier text, or lacks the leads: Enter would open a wrong one.
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !isAwaited) return;
            event.preventBaseUIHandler();
            openFirstLater();
          }}
          className="h-control min-w-0 grow bg-transparent outline-none placeholder:text-fg-subtle"
        />
        <Dialog.Close
          render={
            <IconButton label="Close search">
              <X aria-hidden />
            </IconButton>
          }
        />
      </div>
      <Autocomplete.Status className="sr-only">
        {searched && isCurrent
          ? `${count(leads.length, 'lead')} found${search.hasNextPage ? ', and more' : ''}`
          : ''}
      </Autocomplete.Status>
      <div className="min-h-0 overflow-y-auto overscroll-contain">
        <Outcome searched={searched} search={search} found={items.length} />
        <Autocomplete.List
          aria-label="Leads and commands"
          className={cn('transition-opacity empty:hidden', !isCurrent && text && 'opacity-60')}
        >
          {(item: Item) =>
            item.kind === 'lead' ? (
              <Autocomplete.Item
                key={item.lead.id}
                value={item}
                render={
                  <SearchResult
                    lead={item.lead}
                    href={`/${company}/leads/${item.lead.id}`}
                    searched={searched}
                    onOpen={() => onOpenChange(false)}
                  />
                }
              />
            ) : (
              <Autocomplete.Item
                key={item.command.label}
                value={item}
                onClick={() => {
                  onOpenChange(false);
                  item.command.run();
                }}
                className="flex cursor-default items-center gap-2.5 px-4 py-2 outline-none data-[highlighted]:bg-surface-2"
              >
                <item.command.icon aria-hidden className="size-4 shrink-0 text-fg-muted" />
                <span className="truncate">{item.command.label}</span>
              </Autocomplete.Item>
            )
          }
        </Autocomplete.List>
        {leads.length > 0 && isCurrent && (
          <div className="px-3 pb-4 empty:hidden">
            <MorePages list={search} />
          </div>
        )}
      </div>
    </Autocomplete.Root>
  );
}

interface OutcomeProps {
  searched: string;
  search: ReturnType<typeof useLeadSearch>;
  found: number;
}

/** What stands where there are no leads: a hint, the wait, a failure, or that there are none. */
function Outcome({ searched, search, found }: OutcomeProps) {
  if (searched === '') {
    return (
      <p className="border-border border-b px-4 py-2.5 text-fg-muted text-sm">
        Words in any order, the beginning is enough. Of a phone number, three digits in a row.
      </p>
    );
  }
  // A skeleton above results would move them twice.
  if (search.isPending || search.isPlaceholderData) return found > 0 ? null : <ResultsSkeleton />;
  if (search.isError && !search.isFetchNextPageError) {
    return (
      <div className="p-3">
        <QueryFailure query={search} title="The search failed" />
      </div>
    );
  }
  if (found > 0) return null;

  return (
    <Note
      icon={<SearchX aria-hidden />}
      title={
        <>
          No lead matches “<bdi className="[overflow-wrap:anywhere]">{searched}</bdi>”
        </>
      }
    >
      Try fewer words, or only the beginning of a word.
    </Note>
  );
}

interface NoteProps {
  icon?: ReactNode;
  title: ReactNode;
  children: ReactNode;
}

function Note({ icon, title, children }: NoteProps) {
  return (
    <div className="flex flex-col items-center px-6 py-10 text-center">
      {icon && <span className="mb-3 text-fg-subtle [&_svg]:size-6">{icon}</span>}
      <p className="font-semibold">{title}</p>
      <p className="mt-1 max-w-md text-fg-muted">{children}</p>
    </div>
  );
}

function ResultsSkeleton() {
  return (
    <Loading label="Searching" className="grid">
      {[40, 32, 44].map((width) => (
        <div key={width} className="grid gap-2 border-border border-b px-4 py-3 last:border-b-0">
          <Skeleton className={width === 40 ? 'w-40' : 'w-32'} />
          <Skeleton className="h-3 w-56" />
        </div>
      ))}
    </Loading>
  );
}
