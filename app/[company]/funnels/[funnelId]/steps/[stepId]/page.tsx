import type { Metadata } from 'next';
import { HydrateClient, idOrNotFound, orNotFound, serverPanel } from '#app/_trpc/server.tsx';
import { StepScreen } from '#app/features/leads/step/step-screen.tsx';
import { listLeadsInput } from '#server/panel-api/schemas/leads.ts';

interface Props {
  params: Promise<{ company: string; funnelId: string; stepId: string }>;
  searchParams: Promise<{ q?: string | string[]; show?: string | string[] }>;
}

async function load({ params }: Pick<Props, 'params'>) {
  const { company, stepId } = await params;
  const panel = serverPanel(company);
  const id = idOrNotFound(stepId);
  const options = panel.trpc.steps.get.queryOptions(
    { id },
    { staleTime: Number.POSITIVE_INFINITY },
  );

  return { company, id, panel, step: await orNotFound(panel.queryClient.fetchQuery(options)) };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { step } = await load({ params });

  return { title: step ? `${step.name} · ${step.funnel.name}` : 'Step' };
}

export default async function StepPage({ params, searchParams }: Props) {
  const { company, id, panel } = await load({ params });
  const { q, show } = await searchParams;
  const search = listLeadsInput.shape.search.safeParse(q).data || undefined;
  const shown = show === 'tests' ? { tests: true } : { search };
  const { queryClient, trpc } = panel;
  await Promise.all([
    queryClient.prefetchInfiniteQuery(
      trpc.leads.list.infiniteQueryOptions(
        { stepId: id, ...shown },
        { getNextPageParam: (page) => page.nextCursor },
      ),
    ),
    queryClient.prefetchQuery(trpc.inboundAddresses.list.queryOptions({ stepId: id })),
  ]);

  return (
    <HydrateClient company={company}>
      <StepScreen stepId={id} />
    </HydrateClient>
  );
}
