'use client';

import {
  MutationCache,
  onlineManager,
  QueryCache,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { type ReactNode, useEffect, useState } from 'react';
import { checkConnection, isConnected, subscribeConnection } from '#app/_ui/connection.ts';
import type { PanelRouter } from '#server/panel-api/panel-router.ts';
import type { SessionView } from '#server/panel-api/schemas/session.ts';
import { TRPCProvider } from './client.ts';
import { isTemporary, readFailure } from './failure.ts';
import { LiveQueries } from './live-queries.tsx';
import { useSession } from './session.tsx';
import { announceSession, leaveForSignIn, useSessionNews } from './session-end.ts';
import { shareChanges } from './shared-changes.ts';
import { ChangesContext } from './use-changes.ts';

/** Queries wait while there is no connection, and run again when it is back. */
onlineManager.setEventListener((setOnline) => subscribeConnection(() => setOnline(isConnected())));

/** @param onSignedOut called when a response reports that the session has ended */
function makeQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (readFailure(error).code === 'UNAUTHORIZED') onSignedOut();
  };

  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        /** Server-rendered data is not refetched immediately. */
        staleTime: 5_000,
        retry: (count, error) => count < 1 && isTemporary(error),
        retryDelay: 500,
        refetchOnReconnect: ({ state }) => state.status !== 'error' || 'always',
      },
      /** Offline, a mutation fails immediately instead of waiting. */
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

const changesPath = 'changes.follow' satisfies `changes.${keyof PanelRouter['changes'] & string}`;

function makeClients({ user, company }: SessionView) {
  function onSignedOut() {
    announceSession('ended');
    leaveForSignIn();
  }

  return {
    queryClient: makeQueryClient(onSignedOut),
    trpcClient: createTRPCClient<PanelRouter>({
      links: [
        httpBatchLink({
          url: '/api/trpc',
          // The names of leads that have changed fit in.
          maxURLLength: 4_000,
          maxItems: 10,
          headers: { 'x-leadgate-company': company.slug },
          fetch: fetchOrCheck,
        }),
      ],
    }),
    changes: shareChanges({
      name: `leadgate.changes.${user.id}.${company.slug}`,
      url: `/api/trpc/${changesPath}?company=${company.slug}`,
      onSignedOut,
    }),
  };
}

/** A request that the network fails is the first sign of a lost connection. */
async function fetchOrCheck(...request: Parameters<typeof fetch>): Promise<Response> {
  try {
    return await fetch(...request);
  } catch (error) {
    if (!request[1]?.signal?.aborted) checkConnection();
    throw error;
  }
}

/** Each company has its own cache, so that no data of another company is shown. */
export function TrpcProvider({ children }: { children: ReactNode }) {
  return <Clients key={useSession().company.slug}>{children}</Clients>;
}

function Clients({ children }: { children: ReactNode }) {
  const session = useSession();
  const [{ queryClient, trpcClient, changes }] = useState(() => makeClients(session));

  useEffect(() => changes.start(), [changes]);
  useEffect(() => announceSession('began'), []);
  useSessionNews('ended', confirmEnd);

  /* Another tab may have sent the old cookie, just after this one got a new one. */
  async function confirmEnd() {
    try {
      await trpcClient.session.get.query();
    } catch (error) {
      if (readFailure(error).code === 'UNAUTHORIZED') leaveForSignIn();
    }
  }

  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider queryClient={queryClient} trpcClient={trpcClient}>
        <ChangesContext value={changes}>
          <LiveQueries>{children}</LiveQueries>
        </ChangesContext>
      </TRPCProvider>
    </QueryClientProvider>
  );
}
