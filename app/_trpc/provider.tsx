'use client';

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { type ReactNode, useState } from 'react';
import { signInPath } from '#app/(auth)/sign-in/back.ts';
import type { PanelRouter } from '#server/api/panel-router.ts';
import { TRPCProvider } from './client.ts';
import { readFailure } from './failure.ts';

/** Refusals that a second try cannot change. */
const final = new Set(['BAD_REQUEST', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT']);

/** @param onSignedOut called when an answer says that there is no session any more */
export function makeQueryClient(onSignedOut?: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (readFailure(error).code === 'UNAUTHORIZED') onSignedOut?.();
  };

  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        /** What the server has just rendered is not asked for again at once. */
        staleTime: 5_000,
        retry: (count, error) => count < 1 && !final.has(readFailure(error).code ?? ''),
        retryDelay: 500,
      },
      /** Offline, a mutation fails at once and says so, rather than wait unseen. */
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

function toSignIn() {
  location.assign(signInPath(`${location.pathname}${location.search}`));
}

function makeClients(company: string) {
  return {
    queryClient: makeQueryClient(toSignIn),
    trpcClient: createTRPCClient<PanelRouter>({
      links: [
        httpBatchLink({
          url: '/api/trpc',
          maxURLLength: 2_000,
          maxItems: 10,
          headers: { 'x-leadgate-company': company },
        }),
      ],
    }),
  };
}

interface TrpcProviderProps {
  /** Slug of the company that every call is about. */
  company: string;
  children: ReactNode;
}

/** Gives a company its own cache: nothing of one is ever seen in another. */
export function TrpcProvider({ company, children }: TrpcProviderProps) {
  return (
    <Clients key={company} company={company}>
      {children}
    </Clients>
  );
}

function Clients({ company, children }: TrpcProviderProps) {
  const [clients] = useState(() => makeClients(company));

  return (
    <QueryClientProvider client={clients.queryClient}>
      <TRPCProvider queryClient={clients.queryClient} trpcClient={clients.trpcClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
