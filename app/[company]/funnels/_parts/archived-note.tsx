import { Archive } from 'lucide-react';
import type { ReactNode } from 'react';

interface ArchivedNoteProps {
  children: ReactNode;
  /** The way back, for those who may take it. */
  action?: ReactNode;
}

/** Says that what the page shows is archived, and what that means for senders. */
export function ArchivedNote({ children, action }: ArchivedNoteProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-warning-soft px-3 py-2 text-warning">
      <Archive aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 grow basis-60 text-sm">{children}</p>
      {action}
    </div>
  );
}
