import { type ReactNode, useId } from 'react';
import { toSentence } from '#app/[company]/_leads/labels.ts';

/** A section with a title. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();

  return (
    <section aria-labelledby={id} className="rounded-md border border-border bg-surface">
      <h2 id={id} className="border-border border-b px-4 py-2.5 font-semibold text-base">
        {title}
      </h2>
      <div className="px-4 py-3">{children}</div>
    </section>
  );
}

/** A description list, in two columns from 640 px. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-y-2.5">{children}</dl>;
}

export function Fact({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-fg-muted text-sm leading-5">{term}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** What is derived from the submitted values. */
export function Source({ lead }: { lead: { source: string; medium: string; channel: string } }) {
  return (
    <dl className="grid grid-cols-3 gap-3">
      <Derived term="Source" value={lead.source} />
      <Derived term="Medium" value={lead.medium} />
      <Derived term="Channel" value={lead.channel} />
    </dl>
  );
}

function Derived({ term, value }: { term: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-fg-muted text-sm">{term}</dt>
      <dd className="font-medium [overflow-wrap:anywhere]">{toSentence(value)}</dd>
    </div>
  );
}
