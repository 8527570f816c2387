import type { Metadata } from 'next';
import { HydrateClient, idOrNotFound } from '#app/_trpc/server.tsx';
import { ReplayScreen } from '#app/features/intake-log/replay-screen.tsx';

export const metadata: Metadata = { title: 'Send again' };

interface Props {
  params: Promise<{ company: string; groupId: string }>;
}

export default async function ReplayPage({ params }: Props) {
  const { company, groupId } = await params;

  return (
    <HydrateClient company={company}>
      <ReplayScreen groupId={idOrNotFound(groupId)} />
    </HydrateClient>
  );
}
