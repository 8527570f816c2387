'use client';

import { useQueryClient } from '@tanstack/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { count } from '#app/_ui/format.ts';
import { areNamed, type Change, isNamed } from '#db/values/changes.ts';
import type { PanelRouter } from '#server/panel-api/panel-router.ts';
import { useTRPCClient } from './client.ts';
import { type Place, readAgain, refreshBoard, refreshList } from './refresh-leads.ts';
import { useChanges } from './use-changes.ts';

type Inputs = inferRouterInputs<PanelRouter>;
type Outputs = inferRouterOutputs<PanelRouter>;

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
