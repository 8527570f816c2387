import type { Metadata } from 'next';
import { HydrateClient, prefetch } from '#app/_trpc/server.tsx';
import { MessageTemplatesScreen } from '#app/features/message-templates/message-templates-screen.tsx';

export const metadata: Metadata = { title: 'Message templates' };

interface Props {
  params: Promise<{ company: string }>;
}

export default async function MessageTemplatesPage({ params }: Props) {
  const { company } = await params;
  await prefetch(company, ({ queryClient, trpc }) => [
    queryClient.prefetchQuery(trpc.messageTemplates.list.queryOptions()),
  ]);

  return (
    <HydrateClient company={company}>
      <MessageTemplatesScreen />
    </HydrateClient>
  );
}
