import type { Metadata } from 'next';
import { HydrateClient, idOrNotFound, orNotFound, serverPanel } from '#app/_trpc/server.tsx';
import { LogEntryScreen } from '#app/features/intake-log/log-entry-screen.tsx';

export const metadata: Metadata = { title: 'Request' };

interface Props {
  params: Promise<{ company: string; entryId: string }>;
}

export default async function LogEntryPage({ params }: Props) {
  const { company, entryId } = await params;
  const { queryClient, trpc } = serverPanel(company);
  const id = idOrNotFound(entryId);
  await orNotFound(queryClient.fetchQuery(trpc.intakeLog.get.queryOptions({ id })));

  return (
    <HydrateClient company={company}>
      <LogEntryScreen entryId={id} />
    </HydrateClient>
  );
}
