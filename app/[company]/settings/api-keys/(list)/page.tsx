import type { Metadata } from 'next';
import { HydrateClient, prefetch } from '#app/_trpc/server.tsx';
import { ApiKeysScreen } from '#app/features/api-keys/api-keys-screen.tsx';
import { readFilter } from '#app/features/api-keys/key-labels.ts';

export const metadata: Metadata = { title: 'API keys' };

interface Props {
  params: Promise<{ company: string }>;
  searchParams: Promise<{ status?: string | string[] }>;
}

export default async function ApiKeysPage({ params, searchParams }: Props) {
  const { company } = await params;
  const filter = readFilter((await searchParams).status);
  await prefetch(company, ({ queryClient, trpc }) => [
    queryClient.prefetchQuery(trpc.apiKeys.list.queryOptions({ filter })),
  ]);

  return (
    <HydrateClient company={company}>
      <ApiKeysScreen />
    </HydrateClient>
  );
}
