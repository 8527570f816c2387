import type { Metadata } from 'next';
import { HydrateClient } from '#app/_trpc/server.tsx';
import { CompanyScreen } from '#app/features/company/company-screen.tsx';

export const metadata: Metadata = { title: 'Company' };

export default async function CompanySettingsPage({
  params,
}: {
  params: Promise<{ company: string }>;
}) {
  const { company } = await params;

  return (
    <HydrateClient company={company}>
      <CompanyScreen />
    </HydrateClient>
  );
}
