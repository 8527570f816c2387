'use client';

import { Toaster as Base, toast } from 'sonner';

/** For what can be taken back. Everything else shows its result in place. */
export function showUndo(message: string, onUndo: () => void): void {
  toast(message, { duration: 10_000, action: { label: 'Undo', onClick: onUndo } });
}

export function Toaster() {
  return (
    <Base
      position="bottom-right"
      className="font-sans!"
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
