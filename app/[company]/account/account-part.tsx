import type { ReactNode } from 'react';

interface PartProps {
  title: string;
  badge?: ReactNode;
  /** The result of the last change. */
  done: string | undefined;
  actions: ReactNode;
  /** Below, in full width. */
  list?: ReactNode;
  children: ReactNode;
}

/** A card of the account page. */
export function Part({ title, badge, done, actions, list, children }: PartProps) {
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-md border border-border bg-surface px-4 py-4"
    >
      <div className="grid min-w-0 max-w-prose gap-1">
        <h2 className="flex items-center gap-2 font-semibold text-lg">
          {title}
          {badge}
        </h2>
        <p className="text-fg-muted">{children}</p>
        {done && <p className="text-success">{done}</p>}
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
      {list}
    </section>
  );
}
