import type { Metadata } from 'next';
import { HydrateClient, prefetch } from '#app/_trpc/server.tsx';
import { AccountScreen } from '#app/features/account/account-screen.tsx';

export const metadata: Metadata = { title: 'Your account' };

export default async function AccountPage({ params }: { params: Promise<{ company: string }> }) {
  const { company } = await params;
  await prefetch(company, ({ queryClient, trpc }) => [
    queryClient.prefetchQuery(trpc.account.get.queryOptions()),
    queryClient.prefetchQuery(trpc.account.listSessions.queryOptions()),
  ]);

  return (
    <HydrateClient company={company}>
      <AccountScreen />
    </HydrateClient>
  );
}
