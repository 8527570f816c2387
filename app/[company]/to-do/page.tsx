import type { Metadata } from 'next';
import { HydrateClient, serverPanel } from '#app/_trpc/server.tsx';
import { ToDoScreen } from '#app/features/leads/to-do/to-do-screen.tsx';
import { toDoSections } from '#db/values/leads.ts';

export const metadata: Metadata = { title: 'To do' };

interface Props {
  params: Promise<{ company: string }>;
  searchParams: Promise<Record<string, string | string[]>>;
}

export default async function ToDoPage({ params, searchParams }: Props) {
  const { company } = await params;
  const whose = (await searchParams).whose === 'everyone' ? 'everyone' : 'mine';
  const { queryClient, trpc } = serverPanel(company);
  await Promise.all([
    queryClient.prefetchQuery(trpc.leads.toDoCounts.queryOptions({ whose })),
    ...toDoSections.map((section) =>
      queryClient.prefetchInfiniteQuery(
        trpc.leads.toDo.infiniteQueryOptions(
          { whose, section },
          { getNextPageParam: (page) => page.nextCursor },
        ),
      ),
    ),
  ]);

  return (
    <HydrateClient company={company}>
      <ToDoScreen />
    </HydrateClient>
  );
}
