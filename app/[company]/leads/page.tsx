import type { Metadata } from 'next';
import { HydrateClient, serverPanel } from '#app/_trpc/server.tsx';
import { LeadsScreen } from '#app/features/leads/list/leads-screen.tsx';
import { queryOf, readAddress, withoutUnknown } from '#server/panel-api/schemas/leads-address.ts';

export const metadata: Metadata = { title: 'Leads' };

interface Props {
  params: Promise<{ company: string }>;
  searchParams: Promise<Record<string, string | string[]>>;
}

export default async function LeadsPage({ params, searchParams }: Props) {
  const { company } = await params;
  const { queryClient, trpc } = serverPanel(company);
  const given = Object.entries(await searchParams).map(([name, value]) => [name, String(value)]);
  const address = readAddress(new URLSearchParams(given));
  const views = queryClient.prefetchQuery(trpc.views.list.queryOptions());
  const members = queryClient.prefetchQuery(trpc.members.list.queryOptions());
  const choices = await queryClient
    .fetchQuery(trpc.leads.filterChoices.queryOptions())
    .catch(() => undefined);
  const { known } = choices ? withoutUnknown(address, choices) : { known: address };
  await Promise.all([
    views,
    members,
    queryClient.prefetchInfiniteQuery(
      trpc.leads.listAll.infiniteQueryOptions(queryOf(known), {
        getNextPageParam: (page) => page.nextCursor,
      }),
    ),
  ]);

  return (
    <HydrateClient company={company}>
      <LeadsScreen />
    </HydrateClient>
  );
}
