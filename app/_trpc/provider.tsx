'use client';

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { type ReactNode, useState } from 'react';
import { signInPath } from '#app/(auth)/sign-in/callback-path.ts';
import type { PanelRouter } from '#server/panel-api/panel-router.ts';
import { TRPCProvider } from './client.ts';
import { readFailure } from './failure.ts';

/** Error codes for which a retry is useless. */
const permanent = new Set(['BAD_REQUEST', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT']);

/** @param onSignedOut called when a response reports that the session has ended */
function makeQueryClient(onSignedOut?: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (readFailure(error).code === 'UNAUTHORIZED') onSignedOut?.();
  };

  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        /** Server-rendered data is not refetched immediately. */
        staleTime: 5_000,
        retry: (count, error) => count < 1 && !permanent.has(readFailure(error).code ?? ''),
        retryDelay: 500,
      },
      /** Offline, a mutation fails immediately instead of waiting. */
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
  /** The slug of the company. */
  company: string;
  children: ReactNode;
}

/** Each company has its own cache, so that no data of another company is shown. */
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
