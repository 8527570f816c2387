import { NotebookPen } from 'lucide-react';
import { useCan } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { Drawing } from '#app/_ui/drawing.tsx';

/** Opens the form, which is in the same page or sheet, and focuses its box. */
function writeNote(button: HTMLElement): void {
  const around = button.closest('[tabindex="-1"]');
  around?.querySelector<HTMLElement>('[aria-keyshortcuts="n"]')?.click();
  requestAnimationFrame(() => around?.querySelector('textarea')?.focus());
}

/** Offers a note to those who may write one. */
export function NoWork() {
  const canWork = useCan('agent');

  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-2 border-border border-b pb-4">
      <Drawing small name="history" />
      <div className="grid min-w-0 flex-1 basis-48 justify-items-start gap-2">
        <p className="text-fg-muted">Notes, calls and changes of this lead appear here.</p>
        {canWork && (
          <Button size="sm" onClick={({ currentTarget }) => writeNote(currentTarget)}>
            <NotebookPen aria-hidden />
            Write a note
          </Button>
        )}
      </div>
    </div>
  );
}
