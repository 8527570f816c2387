import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { HydrationMark } from '#app/_ui/hydration-mark.tsx';
import { Article } from '#app/features/docs/article.tsx';
import { findPage } from '#app/features/docs/content/pages.ts';
import { getReader } from '#app/features/docs/server.ts';

interface Props {
  params: Promise<{ page: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = findPage((await params).page);
  if (!page) notFound();

  return { title: page.title, description: page.description };
}

export default async function DocsPage({ params }: Props) {
  const page = findPage((await params).page);
  if (!page) notFound();

  return (
    <>
      <Article page={page} reader={await getReader()} />
      <HydrationMark />
    </>
  );
}
