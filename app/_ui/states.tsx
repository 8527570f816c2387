import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';

/** The symbols of `public/drawings.svg`. */
type DrawingName = 'board' | 'leads' | 'search' | 'bell' | 'keys' | 'history';

/**
 * A picture beside the words of an empty place. Its file is fetched when there is one; colours are
 * those of the theme, which symbols inherit.
 */
export function Drawing({ name, small }: { name: DrawingName; small?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      className={`shrink-0 text-border-strong ${small ? 'h-18 w-30' : 'mb-3 h-24 w-40'}`}
    >
      <use href={`/drawings.svg#${name}`} />
    </svg>
  );
}

interface EmptyStateProps {
  title: ReactNode;
  /** One sentence on the purpose of what is missing. */
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
  /** In place of an icon. */
  drawing?: DrawingName;
}

export function EmptyState({ title, children, action, icon, drawing }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-md border border-border border-dashed px-6 py-12 text-center">
      {drawing && <Drawing name={drawing} />}
      {icon && <span className="mb-3 text-fg-subtle [&_svg]:size-6">{icon}</span>}
      <h2 className="font-semibold text-base">{title}</h2>
      {children && <div className="mt-1 max-w-md text-fg-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

/** A notice that the user can only read, and who can change things. */
export function ForbiddenState({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-md border border-border bg-surface-2 px-3 py-2 text-fg-muted text-sm">
      <Lock aria-hidden className="mt-px size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
