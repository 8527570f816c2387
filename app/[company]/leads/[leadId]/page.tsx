import type { Metadata } from 'next';
import { HydrateClient, idOrNotFound, orNotFound, serverPanel } from '#app/_trpc/server.tsx';
import { LeadScreen } from '#app/features/leads/lead/lead-content.tsx';

interface Props {
  params: Promise<{ company: string; leadId: string }>;
}

async function load({ params }: Props) {
  const { company, leadId } = await params;
  const panel = serverPanel(company);
  const id = idOrNotFound(leadId);
  const options = panel.trpc.leads.get.queryOptions(
    { id },
    { staleTime: Number.POSITIVE_INFINITY },
  );

  return { company, id, panel, lead: await orNotFound(panel.queryClient.fetchQuery(options)) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await load(props)).lead?.name ?? 'Lead' };
}

export default async function LeadPage(props: Props) {
  const { company, id, panel, lead } = await load(props);
  if (lead) {
    await Promise.all([
      panel.queryClient.prefetchQuery(panel.trpc.steps.list.queryOptions()),
      panel.queryClient.prefetchQuery(panel.trpc.members.list.queryOptions()),
      panel.queryClient.prefetchQuery(panel.trpc.messageTemplates.list.queryOptions()),
    ]);
  }

  return (
    <HydrateClient company={company}>
      <LeadScreen leadId={id} />
    </HydrateClient>
  );
}
