'use client';

import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { useAddress } from '#app/_ui/address.ts';
import { Button, ButtonLink } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { FilterTabs } from '#app/_ui/filter-tabs.tsx';
import { upTo99 } from '#app/_ui/format.ts';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Loading, Skeleton, SkeletonRows } from '#app/_ui/skeleton.tsx';
import { Drawing, EmptyState, ForbiddenState } from '#app/_ui/states.tsx';
import { LocalTime, RelativeTime } from '#app/_ui/time.tsx';
import { useShortcuts } from '#app/_ui/use-shortcuts.ts';
import { LeadSheet } from '#app/features/leads/lead/lead-sheet.tsx';
import { isLeadOpen, useLeadHref } from '#app/features/leads/open-lead.ts';
import type { ToDoOwners, ToDoSection } from '#db/values/leads.ts';
import type { ToDoCounts, ToDoItem } from '#server/panel-api/schemas/to-do.ts';
import type { RowForm } from './to-do-buttons.tsx';
import { rowsOnScreen, ToDoRow } from './to-do-row.tsx';
import { type ToDoList, useToDoSection } from './use-to-do.ts';
import { useToDoCounts } from './use-to-do-counts.ts';

/** What is to be done now comes first; later days would push new leads out of sight. */
const order = ['overdue', 'today', 'new', 'tomorrow', 'later'] as const;

const titles: Record<ToDoSection, string> = {
  overdue: 'Overdue',
  today: 'Today',
  new: 'New, not contacted yet',
  tomorrow: 'Tomorrow',
  later: 'Later',
};

export function ToDoScreen() {
  const mayWork = useCan('agent');
  const { company } = useSession();
  const [asked, setAsked] = useAddress('whose');
  const maySeeAll = company.sees === 'all';
  const whose: ToDoOwners = maySeeAll && asked === 'everyone' ? 'everyone' : 'mine';

  if (!mayWork) {
    return (
      <div className="grid max-w-300 gap-4">
        <PageHeader title="To do" />
        <ForbiddenState>Agents and admins have follow-ups. Viewers read leads.</ForbiddenState>
      </div>
    );
  }
  return (
    <div className="grid max-w-300 gap-4">
      <PageHeader title="To do" />
      {maySeeAll ? (
        <FilterTabs
          label="Whose"
          value={whose}
          onValueChange={(next) => setAsked(next === 'mine' ? '' : next)}
          tabs={[
            { value: 'mine', label: 'Mine' },
            { value: 'everyone', label: 'Everyone' },
          ]}
        >
          <ToDo key={whose} whose={whose} />
        </FilterTabs>
      ) : (
        <ToDo whose={whose} />
      )}
    </div>
  );
}

const itemsOf = (list: ToDoList) => list.data?.pages.flatMap(({ items }) => items) ?? [];

/** A lead that moves to another section is in both until both are read again. */
function withoutRepeats(lists: readonly { name: ToDoSection; list: ToDoList }[]) {
  const seen = new Set<string>();
  return lists.map(({ name, list }) => ({
    name,
    list,
    items: itemsOf(list).filter(({ id }) => !seen.has(id) && seen.add(id)),
  }));
}

function ToDo({ whose }: { whose: ToDoOwners }) {
  const root = useRef<HTMLDivElement>(null);
  const counts = useToDoCounts(whose);
  const lists: Record<ToDoSection, ToDoList> = {
    overdue: useToDoSection(whose, 'overdue'),
    today: useToDoSection(whose, 'today'),
    new: useToDoSection(whose, 'new'),
    tomorrow: useToDoSection(whose, 'tomorrow'),
    later: useToDoSection(whose, 'later'),
  };
  const [open, setOpen] = useState<{ id: string; form: RowForm }>();
  const { user } = useSession();
  const members = useQuery(useTRPC().members.list.queryOptions());
  const names = new Map(members.data?.map(({ id, name }) => [id, name]));
  const hrefOf = useLeadHref();
  useRowKeys(root);

  const sections = withoutRepeats(order.map((name) => ({ name, list: lists[name] })));
  const ids = sections.flatMap(({ items }) => items.map(({ id }) => id));
  const isLoading = sections.some(({ list }) => list.isPending);
  const failed = sections.find(({ list }) => list.isError && !list.data)?.list;
  const ownerOf = ({ ownerId }: ToDoItem) => {
    if (ownerId === null || ownerId === user.id) return undefined;
    return names.get(ownerId) ?? 'Former member';
  };

  function content() {
    if (failed) return <QueryFailure query={failed} title="What is to do could not be loaded" />;
    if (isLoading) return <ToDoSkeleton />;

    const isFree = (['overdue', 'today', 'new'] as const).every(
      (name) => itemsOf(lists[name]).length === 0,
    );
    const [next] = [...itemsOf(lists.tomorrow), ...itemsOf(lists.later)];
    return (
      <>
        {counts.data && !isFree && <Summary counts={counts.data} />}
        {isFree && <NothingToDo next={next} />}
        {sections.map(
          ({ name, list, items }) =>
            items.length > 0 && (
              <section
                key={name}
                id={`to-do-${name}`}
                aria-labelledby={`to-do-${name}-title`}
                className="scroll-mt-16"
              >
                <SectionTitle
                  name={name}
                  amount={Math.max(counts.data?.[name] ?? 0, items.length)}
                />
                <ul className="rounded-md border border-border bg-surface">
                  {items.map((item) => (
                    <ToDoRow
                      key={item.id}
                      item={item}
                      section={name}
                      owner={ownerOf(item)}
                      href={hrefOf(item.id)}
                      form={open?.id === item.id ? open.form : undefined}
                      onForm={(form) => setOpen(form && { id: item.id, form })}
                    />
                  ))}
                </ul>
                {list.hasNextPage && (
                  <div className="mt-3 flex justify-center">
                    <Button
                      pending={list.isFetchingNextPage}
                      onClick={() => void list.fetchNextPage()}
                    >
                      {list.isFetchNextPageError ? 'Retry' : 'Show more'}
                      <span className="sr-only"> of {titles[name]}</span>
                    </Button>
                  </div>
                )}
              </section>
            ),
        )}
      </>
    );
  }

  return (
    <>
      <div ref={root} className="grid grid-cols-1 gap-6">
        {content()}
      </div>
      <LeadSheet lists={[{ ids }]} />
    </>
  );
}

/** Keys of the row with the focus, and from row to row. Without one they are those of an open lead. */
function useRowKeys(root: React.RefObject<HTMLElement | null>): void {
  function rowNow() {
    const rows = rowsOnScreen();
    return { rows, place: rows.findIndex((row) => row.contains(document.activeElement)) };
  }
  function go(by: 1 | -1) {
    const { rows, place } = rowNow();
    if (place < 0 && isLeadOpen()) return false;
    const to = place < 0 ? 0 : place + by;
    rows[to]?.querySelector('a')?.focus();
    return true;
  }
  const press = (key: string) => () => {
    const { rows, place } = rowNow();
    const control = rows[place]?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
    control?.click();
    return control !== undefined;
  };
  useShortcuts(root, {
    j: () => go(1),
    k: () => go(-1),
    c: press('c'),
    w: press('w'),
    n: press('n'),
    d: press('d'),
    o: press('o'),
  });
}

const shortTitles: Record<ToDoSection, string> = { ...titles, new: 'New' };

/** How much there is, with a link to each section. */
function Summary({ counts }: { counts: ToDoCounts }) {
  return (
    <nav aria-label="Sections">
      <ul className="flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 sm:flex-wrap">
        {order.map(
          (name) =>
            counts[name] > 0 && (
              <li key={name}>
                <a
                  href={`#to-do-${name}`}
                  className={cn(
                    'flex h-control items-center gap-2 whitespace-nowrap rounded-full border px-3.5',
                    name === 'overdue'
                      ? 'border-transparent bg-danger-soft text-danger hover:border-danger'
                      : 'border-border bg-surface hover:border-border-strong',
                  )}
                >
                  <span className="figure">{upTo99(counts[name])}</span>
                  {shortTitles[name]}
                </a>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}

function SectionTitle({ name, amount }: { name: ToDoSection; amount: number }) {
  return (
    <h2
      id={`to-do-${name}-title`}
      className={cn(
        'mb-2 flex items-baseline gap-2 font-semibold text-base',
        name === 'overdue' && 'text-danger',
      )}
    >
      {titles[name]}
      <span className="tabular font-normal text-fg-muted text-sm">{upTo99(amount)}</span>
    </h2>
  );
}

/** Nothing is due today and no new lead waits. */
function NothingToDo({ next }: { next: ToDoItem | undefined }) {
  const { company } = useSession();
  if (!next?.followUpAt) {
    return (
      <EmptyState
        drawing="leads"
        title="Nothing to do"
        action={
          <ButtonLink href={`/${company.slug}/leads`} prefetch={false}>
            Show all leads
          </ButtonLink>
        }
      >
        Follow-ups that you plan, and new leads that wait for their first contact, appear here.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-md bg-success-soft px-5 py-4">
      <Drawing name="leads" small />
      <div className="min-w-0">
        <h2 className="font-semibold text-base text-success">Nothing to do now</h2>
        <p className="mt-0.5 [overflow-wrap:anywhere]">
          Next is <bdi className="font-medium">{next.name}</bdi>,{' '}
          <RelativeTime at={next.followUpAt} plain />: <LocalTime at={next.followUpAt} />
        </p>
      </div>
    </div>
  );
}

function ToDoSkeleton() {
  return (
    <Loading label="Loading what is to do" className="grid gap-6">
      <Skeleton className="h-9 w-72" />
      <SkeletonRows rows={6} className="h-17">
        <Skeleton className="w-20" />
        <Skeleton className="w-56" />
        <Skeleton className="ml-auto hidden w-64 md:block" />
      </SkeletonRows>
    </Loading>
  );
}
