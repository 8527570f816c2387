import type { Metadata } from 'next';
import { HydrateClient, prefetch } from '#app/_trpc/server.tsx';
import { FunnelsScreen } from '#app/features/funnels/funnels-screen.tsx';

export const metadata: Metadata = { title: 'Funnels' };

interface Props {
  params: Promise<{ company: string }>;
  searchParams: Promise<{ show?: string | string[] }>;
}

export default async function FunnelsPage({ params, searchParams }: Props) {
  const { company } = await params;
  const archived = (await searchParams).show === 'archived';
  await prefetch(company, ({ queryClient, trpc }) => [
    queryClient.prefetchQuery(trpc.funnels.list.queryOptions({ archived })),
  ]);

  return (
    <HydrateClient company={company}>
      <FunnelsScreen />
    </HydrateClient>
  );
}
