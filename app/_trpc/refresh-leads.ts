import type { Query, QueryClient } from '@tanstack/react-query';
import type { TRPCClient } from '@trpc/client';
import { areNamed, type Change, isNamed, type Names } from '#db/values/changes.ts';
import { leadsPerPage } from '#db/values/limits.ts';
import type { PanelRouter } from '#server/panel-api/panel-router.ts';
import type { BoardView } from '#server/panel-api/schemas/board.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';
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

/** Guarantee: the path and input of a query are those of one procedure. */
export interface Place {
  client: TRPCClient<PanelRouter>;
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
export async function refreshBoard(place: Place, change: Change): Promise<number> {
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
