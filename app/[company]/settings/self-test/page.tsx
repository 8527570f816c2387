import type { Metadata } from 'next';
import { HydrateClient } from '#app/_trpc/server.tsx';
import { notFromBrowser, selfTestCases } from '#server/public-api/self-test/self-test.ts';
import { SelfTestScreen } from './self-test-screen.tsx';

export const metadata: Metadata = { title: 'Self-test' };

export default async function SelfTestPage({ params }: { params: Promise<{ company: string }> }) {
  const { company } = await params;

  return (
    <HydrateClient company={company}>
      <SelfTestScreen cases={selfTestCases} leftOut={notFromBrowser} />
    </HydrateClient>
  );
}
