'use client';

import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { TRPCClient } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { count } from '#app/_ui/format.ts';
import { type Change, isNamed, type Names } from '#db/values/changes.ts';
import { leadsPerPage } from '#db/values/limits.ts';
import type { PanelRouter } from '#server/panel-api/panel-router.ts';
import type { BoardView } from '#server/panel-api/schemas/board.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';
import { useTRPCClient } from './client.ts';
import { isTemporary } from './failure.ts';
import {
  changePages,
  countNew,
  hasNewerId,
  hasOlderId,
  isNewer,
  type Loaded,
  type NamedLeads,
  type Pages,
  withBeginning,
  withNamed,
} from './loaded-list.ts';
import { useChanges } from './use-changes.ts';

type Client = TRPCClient<PanelRouter>;
type Inputs = inferRouterInputs<PanelRouter>;
type Outputs = inferRouterOutputs<PanelRouter>;

const areNamed = (names: Names | undefined, ids: readonly string[]) =>
  ids.some((id) => isNamed(names, id));

/** Whether what a procedure has answered shows a change. `data` is absent until the first answer. */
type Shows<Input, Data> = (change: Change, input: Input, data: Data | undefined) => boolean;

/** Queries that are read again as a whole. Queries that are not here are read when a screen opens. */
const reads: {
  [Router in keyof Outputs]?: {
    [Name in keyof Outputs[Router]]?: Name extends keyof Inputs[Router]
      ? Shows<Inputs[Router][Name], Outputs[Router][Name]>
      : never;
  };
} = {
  apiKeys: {
    list: ({ keys }) => keys !== undefined,
    get: ({ keys }, { id }) => isNamed(keys, id),
    activity: ({ keys }, { id }) => isNamed(keys, id),
    ignoredFields: ({ keys }, { id }) => isNamed(keys, id),
    mapping: ({ keys }, { id }) => isNamed(keys, id),
  },
  inboundAddresses: {
    list: ({ keys, funnels }) => (keys ?? funnels) !== undefined,
    get: ({ keys, funnels }) => (keys ?? funnels) !== undefined,
  },
  audit: { list: ({ audit }) => audit !== undefined },
  funnels: {
    list: ({ funnels, steps }) => (funnels ?? steps) !== undefined,
    get: ({ funnels, steps }, { id }, funnel) =>
      isNamed(funnels, id) || areNamed(steps, funnel?.steps.map((step) => step.id) ?? []),
  },
  leads: {
    get: ({ leads }, { id }) => isNamed(leads, id),
    filterChoices: ({ members }) => members !== undefined,
    count: ({ leads }) => leads !== undefined,
    toDo: ({ leads }) => leads !== undefined,
    toDoCounts: ({ leads }) => leads !== undefined,
  },
  messageTemplates: { list: ({ templates }) => templates !== undefined },
  members: { list: ({ members }) => members !== undefined },
  notifications: { list: ({ leads, keys }) => (leads ?? keys) !== undefined },
  steps: {
    get: ({ funnels, steps }, { id }, step) =>
      isNamed(steps, id) || (step !== undefined && isNamed(funnels, step.funnel.id)),
    list: ({ funnels }) => funnels !== undefined,
    traffic: ({ steps }, { id }) => isNamed(steps, id),
  },
  views: { list: ({ views }) => views !== undefined },
};

/** As many leads as one request for the beginning of a list brings. */
const mostAtOnce = 200;

interface LeadsInput {
  sort?: string;
  filter?: object;
  search?: string;
}

/**
 * Whether a change concerns a list of leads: it names one that is shown, or one that may come in.
 *
 * @param steps ids of the steps that the list shows; absent for those of all funnels
 */
function concerns(
  { leads, steps: changed }: Change,
  { filter, search }: LeadsInput,
  shown: readonly LeadRow[],
  steps?: readonly string[],
): boolean {
  if (leads === undefined) return false;
  if (leads === 'all' || filter !== undefined || search !== undefined) return true;
  if (shown.some(({ id }) => leads.includes(id))) return true;
  return steps ? areNamed(changed, steps) : changed !== undefined;
}

/** Reads the leads that a change names, or the beginning of a list when it names all. */
const rangeOf = (leads: Names | undefined, loaded: number) =>
  leads === undefined || leads === 'all'
    ? { limit: Math.min(mostAtOnce, Math.max(leadsPerPage, loaded)) }
    : { ids: [...leads] };

function merge(
  loaded: Loaded<LeadRow>,
  leads: Names | undefined,
  { fresh, isBefore }: { fresh: Loaded<LeadRow>; isBefore: NamedLeads<LeadRow>['isBefore'] },
): Loaded<LeadRow> {
  return leads === undefined || leads === 'all'
    ? withBeginning(loaded, fresh, isBefore)
    : withNamed(loaded, { named: new Set(leads), found: fresh.items, isBefore });
}

const rowsOf = (data: Pages<LeadRow> | undefined) =>
  data?.pages.flatMap(({ items }) => items) ?? [];
const cardsOf = (data: BoardView | undefined) => data?.steps.flatMap(({ items }) => items) ?? [];

/** Guarantee: the path and input of a query are those of one procedure. */
interface Place {
  client: Client;
  queryClient: QueryClient;
  query: Query;
  path: string;
  input: never;
}

/** Whether the last read of a query, or the one under way, is of a next page alone. */
const isOfNextPage = ({ state }: Query) => state.fetchMeta?.fetchMore !== undefined;

/**
 * Reads a query again. A read of all pages and a read of the next page cancel each other, so this waits
 * for a next page that is under way, and reads again after one that was asked for meanwhile.
 *
 * @throws the failure of a query whose older data is on the screen, if a later call may succeed
 */
export async function readAgain({
  queryClient,
  query,
}: Pick<Place, 'queryClient' | 'query'>): Promise<void> {
  do {
    if (isOfNextPage(query)) await query.promise?.catch(() => {});
    await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  } while (query.isActive() && isOfNextPage(query));
  const { status, data, error } = query.state;
  const isShown = query.isActive() && data !== undefined;
  if (isShown && status === 'error' && isTemporary(error)) throw error;
}

/** @returns how many leads have arrived */
export async function refreshList(place: Place, change: Change): Promise<number> {
  const { client, queryClient, query, path, input } = place;
  const data = query.state.data as Pages<LeadRow> | undefined;
  const { stepId, ...asked }: LeadsInput & { stepId?: string } = input;
  const shown = rowsOf(data);
  if (!concerns(change, asked, shown, stepId === undefined ? undefined : [stepId])) return 0;
  // Named leads find their places by arrival only.
  const isByArrival = asked.sort === undefined || asked.sort === 'oldest';
  if (!data || !query.isActive() || !isByArrival) {
    await readAgain(place);
    return 0;
  }
  const isOfStep = path === 'leads.list';
  const list = isOfStep ? client.leads.list : client.leads.listAll;
  const byId = asked.sort === 'oldest' ? hasOlderId : hasNewerId;
  const range = rangeOf(change.leads, shown.length);
  const fresh = await list.query({ ...(input as object), ...range } as never);
  // A page that is being read would overwrite this.
  await query.promise?.catch(() => {});
  const latest = query.state.data as Pages<LeadRow>;
  const next = changePages(latest, (loaded) =>
    merge(loaded, change.leads, { fresh, isBefore: isOfStep ? isNewer : byId }),
  );
  queryClient.setQueryData(query.queryKey, next);
  // Another read may have brought a lead into `latest`, and counts nothing.
  return countNew(shown, rowsOf(next));
}

/** @returns how many leads have arrived */
async function refreshBoard(place: Place, change: Change): Promise<number> {
  const { client, queryClient, query, input } = place;
  const data = query.state.data as BoardView | undefined;
  const { funnelId, ...asked }: LeadsInput & { funnelId: string } = input;
  const shown = cardsOf(data);
  const { leads } = change;
  const isRebuilt = isNamed(change.funnels, funnelId) || leads === 'all';
  const steps = data?.steps.map(({ id }) => id) ?? [];
  if (!isRebuilt && !concerns(change, asked, shown, steps)) return 0;
  if (isRebuilt || !leads || !data || !query.isActive()) {
    await readAgain(place);
    return countNew(shown, cardsOf(query.state.data as BoardView | undefined));
  }
  const fresh = await client.leads.board.query({ ...(input as object), ids: [...leads] } as never);
  await query.promise?.catch(() => {});
  const latest = query.state.data as BoardView;
  const named = new Set(leads);
  const next = {
    steps: latest.steps.map((step) => {
      const now = fresh.steps.find(({ id }) => id === step.id);
      return now
        ? { ...step, ...now, ...withNamed(step, { named, found: now.items, isBefore: isNewer }) }
        : step;
    }),
  };
  queryClient.setQueryData(query.queryKey, next);
  return countNew(shown, cardsOf(next));
}

const lists = ['leads.list', 'leads.listAll'];

const ofLeads = new Set([...lists, 'leads.board', 'leads.count', 'leads.toDo', 'leads.toDoCounts']);

/** Whether a procedure lists or counts leads. */
const isOfLeads = (path: string) => ofLeads.has(path);

/** @returns how many leads have arrived */
async function refreshQuery(place: Place, change: Change): Promise<number> {
  const { path, input, query } = place;
  if (lists.includes(path)) return refreshList(place, change);
  if (path === 'leads.board') return refreshBoard(place, change);

  const [router = '', name = ''] = path.split('.');
  const shows = Reflect.get(Reflect.get(reads, router) ?? {}, name);
  if (shows?.(change, input, query.state.data)) await readAgain(place);
  return 0;
}

interface LiveQueries {
  /** The last change could not be read; it is read again. */
  isFailing: boolean;
  /**
   * Reads what shows a change, each query once. Resolves when the open screens are current, or could not
   * be read: they are once the change is announced.
   */
  refresh: (change: Change) => Promise<void>;
  /** The same for lists of leads and boards alone. */
  refreshLists: (change: Change) => Promise<void>;
}

const LiveContext = createContext<LiveQueries>({
  isFailing: false,
  refresh: async () => {},
  refreshLists: async () => {},
});

export const useLiveQueries = () => use(LiveContext);

/**
 * Keeps all queries current: after each change in the company, those on the screen that show it are read
 * again, and others when a screen shows them.
 */
export function LiveQueries({ children }: { children: ReactNode }) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const [isFailing, setFailing] = useState(false);

  const read = useCallback(
    async (change: Change, isAsked: (path: string) => boolean = () => true) => {
      const places = queryClient
        .getQueryCache()
        .getAll()
        .map((query): Place => {
          const [path, { input = {} } = {}] = query.queryKey as [unknown, { input?: object }?];
          // Other queries, as for code that is loaded late, have a text.
          const name = Array.isArray(path) ? path.join('.') : '';
          return { client, queryClient, query, path: name, input: input as never };
        });
      const asked = places.filter(({ path }) => isAsked(path));
      const results = await Promise.allSettled(asked.map((place) => refreshQuery(place, change)));
      const arrivals = results.map((each) => (each.status === 'fulfilled' ? each.value : 0));
      const arrived = Math.max(0, ...arrivals);
      if (arrived > 0) announce(count(arrived, 'new lead'));
      const failed = results.find((each) => each.status === 'rejected');
      if (failed) throw failed.reason;
    },
    [client, queryClient, announce],
  );
  useChanges(async (change) => {
    try {
      await read(change);
      setFailing(false);
    } catch (error) {
      setFailing(true);
      throw error;
    }
  });
  const live = useMemo(
    () => ({
      isFailing,
      refresh: (change: Change) => read(change).catch(() => {}),
      refreshLists: (change: Change) => read(change, isOfLeads).catch(() => {}),
    }),
    [isFailing, read],
  );

  return <LiveContext value={live}>{children}</LiveContext>;
}
