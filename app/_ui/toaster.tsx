'use client';

import { Toaster as Sonner, toast } from 'sonner';

/** For a change that leaves nothing to show in its place. */
export function showDone(message: string): void {
  toast(message);
}

/** For changes that can be undone. Other results are shown in place. */
export function showUndo(message: string, onUndo: () => void): void {
  toast(message, { action: { label: 'Undo', onClick: onUndo } });
}

/** Milliseconds. */
const untilReplaced = Number.POSITIVE_INFINITY;

/** While work goes on behind the screen. Shown again under the same id, it is replaced. */
export function showProgress(id: string, message: string, onCancel: () => void): void {
  toast(message, { id, duration: untilReplaced, action: { label: 'Cancel', onClick: onCancel } });
}

export function endProgress(id: string): void {
  toast.dismiss(id);
}

/** For an optimistic change that was reverted, because the server refused it. */
export function showRetry(message: string, onRetry: () => void, label = 'Retry'): void {
  toast.error(message, { action: { label, onClick: onRetry } });
}

/** Why a press does nothing. Shown once, however often it is pressed. */
export function showRefused(message: string): void {
  toast.error(message, { id: 'refused' });
}

/** Call when the action of a toast was done in another way. */
export function dismissToasts(): void {
  toast.dismiss();
}

/** Shows toasts. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      className="font-sans!"
      duration={10_000}
      visibleToasts={2}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-center justify-between gap-4 rounded-md bg-surface px-4 py-3 text-fg shadow-float sm:w-96',
          title: 'text-base',
          actionButton:
            'shrink-0 rounded-sm px-2 py-1 font-medium text-primary-text hover:bg-primary-soft',
        },
      }}
    />
  );
}
