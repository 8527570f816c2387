import type { Metadata } from 'next';
import { ButtonAnchor } from '#app/_ui/button.tsx';
import { HydrationMark } from '#app/_ui/hydration-mark.tsx';
import { listPages } from '#app/features/docs/content/pages.ts';
import { getReader } from '#app/features/docs/server.ts';

export const metadata: Metadata = {
  title: 'API documentation',
  description: 'How to send leads with one HTTP call, from code and from tools.',
};

export default async function DocsHome() {
  const { application } = await getReader();

  return (
    <div className="max-w-4xl">
      <h1 id="page-title" className="font-semibold text-xl">
        Send leads to {application}
      </h1>
      <p className="mt-2 max-w-2xl text-fg-muted">
        One HTTP call creates a lead with its contact in a step of your funnel.
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        <ButtonAnchor href="/docs/quickstart" variant="primary">
          Send your first lead
        </ButtonAnchor>
        <ButtonAnchor href="/docs/reference">API reference</ButtonAnchor>
      </div>
      {listPages().map(({ title, isFolded, pages }) => (
        <section key={title} aria-label={title} className="mt-10">
          <h2 className="font-semibold text-base">{title}</h2>
          <ul className="mt-3 grid gap-px overflow-hidden rounded-md border border-border bg-border sm:grid-cols-2">
            {(isFolded ? pages.slice(0, 1) : pages).map(({ slug, title: name, description }) => (
              <li
                key={slug}
                className="relative bg-surface p-4 last:odd:sm:col-span-2 hover:bg-surface-2"
              >
                <a
                  href={`/docs/${slug}`}
                  className="font-medium text-primary-text after:absolute after:inset-0"
                >
                  {name}
                </a>
                <p className="mt-0.5 text-fg-muted text-sm">{description}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <HydrationMark />
    </div>
  );
}
