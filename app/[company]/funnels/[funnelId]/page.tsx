import type { Metadata } from 'next';
import { HydrateClient, idOrNotFound, orNotFound, serverPanel } from '#app/_trpc/server.tsx';
import { firstCards, readBoardAddress } from '#app/features/leads/board/board-address.ts';
import { BoardScreen } from '#app/features/leads/board/board-screen.tsx';
import { getPanelCaller } from '#server/panel-api/panel-caller.ts';

/** Leads of each step in the page: more than it shows at first. The browser reads more of them. */
const sentCards = firstCards + 1;

interface Props {
  params: Promise<{ company: string; funnelId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

async function load({ params }: Pick<Props, 'params'>) {
  const { company, funnelId } = await params;
  const panel = serverPanel(company);
  const id = idOrNotFound(funnelId);
  const options = panel.trpc.funnels.get.queryOptions(
    { id },
    { staleTime: Number.POSITIVE_INFINITY },
  );

  return { company, id, panel, funnel: orNotFound(panel.queryClient.fetchQuery(options)) };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { funnel } = await load({ params });

  return { title: (await funnel)?.name ?? 'Funnel' };
}

export default async function BoardPage({ params, searchParams }: Props) {
  const { company, id, panel, funnel } = await load({ params });
  const { queryClient, trpc } = panel;
  const query = await searchParams;
  const given = {
    get: (name: string) => [query[name]].flat()[0] ?? null,
  };
  const members = queryClient.fetchQuery(trpc.members.list.queryOptions()).catch(() => undefined);
  // Only a filter by owner needs them first.
  const known = given.get('owner') ? await members : undefined;
  const { filter, search } = readBoardAddress(given, known);
  const shown = { funnelId: id, filter, search };
  await Promise.all([
    funnel,
    members,
    queryClient.prefetchQuery(trpc.leads.filterChoices.queryOptions()),
    getPanelCaller(company)
      .then(({ leads }) => leads.board({ ...shown, limit: sentCards }))
      .then((board) => queryClient.setQueryData(trpc.leads.board.queryKey(shown), board))
      .catch(() => undefined),
  ]);

  return (
    <HydrateClient company={company}>
      <BoardScreen funnelId={id} />
    </HydrateClient>
  );
}
