import type { Metadata } from 'next';
import { HydrateClient, serverPanel } from '#app/_trpc/server.tsx';
import { AuditLogScreen } from '#app/features/audit/audit-log-screen.tsx';
import { readFilters } from '#app/features/audit/filters.ts';

export const metadata: Metadata = { title: 'Audit log' };

interface Props {
  params: Promise<{ company: string }>;
  searchParams: Promise<Record<string, string | string[]>>;
}

export default async function AuditLogPage({ params, searchParams }: Props) {
  const { company } = await params;
  const { queryClient, trpc } = serverPanel(company);
  const parameters = Object.entries(await searchParams).map(([name, value]) => [
    name,
    String(value),
  ]);
  await queryClient.prefetchInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions(readFilters(Object.fromEntries(parameters)), {
      getNextPageParam: (page) => page.nextCursor,
    }),
  );

  return (
    <HydrateClient company={company}>
      <AuditLogScreen />
    </HydrateClient>
  );
}
