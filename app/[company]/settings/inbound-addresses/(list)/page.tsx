import type { Metadata } from 'next';
import { HydrateClient, prefetch } from '#app/_trpc/server.tsx';
import { InboundAddressesScreen } from '#app/features/inbound-addresses/inbound-addresses-screen.tsx';

export const metadata: Metadata = { title: 'Inbound addresses' };

interface Props {
  params: Promise<{ company: string }>;
}

export default async function InboundAddressesPage({ params }: Props) {
  const { company } = await params;
  await prefetch(company, ({ queryClient, trpc }) => [
    queryClient.prefetchQuery(trpc.inboundAddresses.list.queryOptions({})),
  ]);

  return (
    <HydrateClient company={company}>
      <InboundAddressesScreen />
    </HydrateClient>
  );
}
