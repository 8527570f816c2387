import { redirect } from 'next/navigation';
import { serverPanel } from '#app/_trpc/server.tsx';

/** The board of the first funnel that takes leads; without one, the list, which helps to begin. */
export default async function BoardPage({ params }: { params: Promise<{ company: string }> }) {
  const { company } = await params;
  const { queryClient, trpc } = serverPanel(company);
  const funnels = await queryClient.fetchQuery(trpc.steps.list.queryOptions()).catch(() => []);
  const [first] = funnels;

  redirect(first ? `/${company}/funnels/${first.id}` : `/${company}/funnels`);
}
