import type { Metadata } from 'next';
import { HydrateClient, idOrNotFound, orNotFound, serverPanel } from '#app/_trpc/server.tsx';
import { KeyScreen } from '#app/features/api-keys/key-screen.tsx';

interface Props {
  params: Promise<{ company: string; keyId: string }>;
}

async function load({ params }: Props) {
  const { company, keyId } = await params;
  const panel = serverPanel(company);
  const id = idOrNotFound(keyId);
  const options = panel.trpc.apiKeys.get.queryOptions(
    { id },
    { staleTime: Number.POSITIVE_INFINITY },
  );

  return { company, id, panel, key: await orNotFound(panel.queryClient.fetchQuery(options)) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await load(props)).key?.name ?? 'API key' };
}

export default async function KeyPage(props: Props) {
  const { company, id, panel, key } = await load(props);
  if (key) await panel.queryClient.prefetchQuery(panel.trpc.apiKeys.activity.queryOptions({ id }));

  return (
    <HydrateClient company={company}>
      <KeyScreen apiKeyId={id} />
    </HydrateClient>
  );
}
