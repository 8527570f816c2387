import type { Metadata } from 'next';
import { HydrateClient, prefetch } from '#app/_trpc/server.tsx';
import { IntakeLogScreen } from '#app/features/intake-log/intake-log-screen.tsx';
import { logFilterOf, readLogAddress, showsCauses } from '#server/panel-api/schemas/log-address.ts';

export const metadata: Metadata = { title: 'Intake log' };

interface Props {
  params: Promise<{ company: string }>;
  searchParams: Promise<Record<string, string | string[]>>;
}

export default async function IntakeLogPage({ params, searchParams }: Props) {
  const { company } = await params;
  const parameters = Object.entries(await searchParams).map(([name, value]) => [
    name,
    String(value),
  ]);
  const address = readLogAddress(new URLSearchParams(parameters));
  const filter = logFilterOf(address);
  await prefetch(company, ({ queryClient, trpc }) => [
    ...(showsCauses(address)
      ? [queryClient.prefetchQuery(trpc.intakeLog.groups.queryOptions(filter))]
      : []),
    queryClient.prefetchInfiniteQuery(
      trpc.intakeLog.list.infiniteQueryOptions(filter, {
        getNextPageParam: (page) => page.nextCursor,
      }),
    ),
  ]);

  return (
    <HydrateClient company={company}>
      <IntakeLogScreen />
    </HydrateClient>
  );
}
