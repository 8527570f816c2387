import type { Metadata } from 'next';
import { HydrateClient, idOrNotFound, orNotFound, serverPanel } from '#app/_trpc/server.tsx';
import { FunnelScreen } from '#app/features/funnels/funnel-screen.tsx';

interface Props {
  params: Promise<{ company: string; funnelId: string }>;
}

async function load({ params }: Props) {
  const { company, funnelId } = await params;
  const { queryClient, trpc } = serverPanel(company);
  const id = idOrNotFound(funnelId);
  const options = trpc.funnels.get.queryOptions({ id }, { staleTime: Number.POSITIVE_INFINITY });

  return { company, id, funnel: await orNotFound(queryClient.fetchQuery(options)) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { funnel } = await load(props);

  return { title: funnel ? `Steps · ${funnel.name}` : 'Steps' };
}

export default async function StepsPage(props: Props) {
  const { company, id } = await load(props);

  return (
    <HydrateClient company={company}>
      <FunnelScreen funnelId={id} />
    </HydrateClient>
  );
}
