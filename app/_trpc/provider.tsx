'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { type ReactNode, useState } from 'react';
import type { PanelRouter } from '#server/api/panel-router.ts';
import { signInPath } from '../(auth)/sign-in/back.ts';
import { TRPCProvider } from './client.ts';
import { makeQueryClient } from './query-client.ts';

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
