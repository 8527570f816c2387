import type { Metadata } from 'next';
import { HydrateClient, idOrNotFound, orNotFound, serverPanel } from '#app/_trpc/server.tsx';
import { AddressScreen } from '#app/features/inbound-addresses/address-screen.tsx';

interface Props {
  params: Promise<{ company: string; addressId: string }>;
}

async function load({ params }: Props) {
  const { company, addressId } = await params;
  const panel = serverPanel(company);
  const id = idOrNotFound(addressId);
  const options = panel.trpc.inboundAddresses.get.queryOptions(
    { id },
    { staleTime: Number.POSITIVE_INFINITY },
  );

  return { company, id, address: await orNotFound(panel.queryClient.fetchQuery(options)) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await load(props)).address?.name ?? 'Inbound address' };
}

export default async function AddressPage(props: Props) {
  const { company, id } = await load(props);

  return (
    <HydrateClient company={company}>
      <AddressScreen addressId={id} />
    </HydrateClient>
  );
}
