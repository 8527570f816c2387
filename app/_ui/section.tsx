import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** Beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A section with a title. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId();

  return (
    <section aria-labelledby={id} className="rounded-md border border-border bg-surface">
      <div className="flex min-h-10.5 items-center justify-between gap-3 border-border border-b pr-2 pl-4">
        <h2 id={id} className="py-2.5 font-semibold text-base">
          {title}
        </h2>
        {action}
      </div>
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
