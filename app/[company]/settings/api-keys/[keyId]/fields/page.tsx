import type { Metadata } from 'next';
import { z } from 'zod';
import { HydrateClient, idOrNotFound, orNotFound, serverPanel } from '#app/_trpc/server.tsx';
import { MappingScreen } from '#app/features/api-keys/mapping-screen.tsx';

export const metadata: Metadata = { title: 'Map fields' };

interface Props {
  params: Promise<{ company: string; keyId: string }>;
  searchParams: Promise<{ entry?: string | string[] }>;
}

export default async function MappingPage({ params, searchParams }: Props) {
  const { company, keyId } = await params;
  const { entry } = await searchParams;
  const id = idOrNotFound(keyId);
  const { queryClient, trpc } = serverPanel(company);
  await orNotFound(queryClient.fetchQuery(trpc.apiKeys.get.queryOptions({ id })));

  return (
    <HydrateClient company={company}>
      <MappingScreen apiKeyId={id} entryId={z.uuid().safeParse(entry).data} />
    </HydrateClient>
  );
}
