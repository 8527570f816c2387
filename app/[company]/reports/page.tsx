import type { Metadata } from 'next';
import { HydrateClient } from '#app/_trpc/server.tsx';
import { ReportsScreen } from '#app/features/reports/reports-screen.tsx';

export const metadata: Metadata = { title: 'Reports' };

interface Props {
  params: Promise<{ company: string }>;
}

/** The browser reads the report: many leads take a second to count, and the screen would wait for it. */
export default async function ReportsPage({ params }: Props) {
  const { company } = await params;

  return (
    <HydrateClient company={company}>
      <ReportsScreen />
    </HydrateClient>
  );
}
