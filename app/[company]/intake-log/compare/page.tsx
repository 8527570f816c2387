import type { Metadata } from 'next';
import { HydrateClient } from '#app/_trpc/server.tsx';
import { CompareScreen } from '#app/features/intake-log/compare/compare-screen.tsx';

export const metadata: Metadata = { title: 'Did everything arrive?' };

interface Props {
  params: Promise<{ company: string }>;
}

export default async function ComparePage({ params }: Props) {
  const { company } = await params;

  return (
    <HydrateClient company={company}>
      <CompareScreen />
    </HydrateClient>
  );
}
