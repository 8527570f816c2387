import type { Metadata } from 'next';
import { HydrateClient } from '#app/_trpc/server.tsx';
import { SelfTestScreen } from '#app/features/self-test/self-test-screen.tsx';
import { notFromBrowser, selfTestCases } from '#server/public-api/self-test/self-test.ts';

export const metadata: Metadata = { title: 'Self-test' };

export default async function SelfTestPage({ params }: { params: Promise<{ company: string }> }) {
  const { company } = await params;

  return (
    <HydrateClient company={company}>
      <SelfTestScreen cases={selfTestCases} leftOut={notFromBrowser} />
    </HydrateClient>
  );
}
