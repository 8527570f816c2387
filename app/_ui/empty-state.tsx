import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: ReactNode;
  /** One sentence of what it is good for. */
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
}

export function EmptyState({ title, children, action, icon }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-md border border-border border-dashed px-6 py-12 text-center">
      {icon && <span className="mb-3 text-fg-subtle [&_svg]:size-6">{icon}</span>}
      <h2 className="font-semibold text-base">{title}</h2>
      {children && <div className="mt-1 max-w-md text-fg-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
