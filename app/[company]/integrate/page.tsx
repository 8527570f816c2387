import type { Metadata } from 'next';
import { z } from 'zod';
import { HydrateClient, prefetch } from '#app/_trpc/server.tsx';
import { IntegrateScreen } from '#app/features/integrate/integrate-screen.tsx';

export const metadata: Metadata = { title: 'Integrate' };

interface Props {
  params: Promise<{ company: string }>;
  searchParams: Promise<{ key?: string | string[] }>;
}

export default async function IntegratePage({ params, searchParams }: Props) {
  const { company } = await params;
  const { data: id } = z.uuid().safeParse((await searchParams).key);
  await prefetch(company, ({ queryClient, trpc }) => [
    queryClient.prefetchQuery(trpc.steps.list.queryOptions()),
    ...(id
      ? [
          queryClient.prefetchQuery(trpc.apiKeys.get.queryOptions({ id })),
          queryClient.prefetchQuery(trpc.apiKeys.activity.queryOptions({ id })),
        ]
      : []),
  ]);

  return (
    <HydrateClient company={company}>
      <IntegrateScreen />
    </HydrateClient>
  );
}
