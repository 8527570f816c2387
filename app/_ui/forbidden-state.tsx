import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';

/** Read-only notice: what one may not do here, who can, and how to ask. */
export function ForbiddenState({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-md border border-border bg-surface-2 px-3 py-2 text-fg-muted text-sm">
      <Lock aria-hidden className="mt-px size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
