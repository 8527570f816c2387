'use client';

import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { showToastsOn, type Toast } from './toast.ts';

function show({ message, failed, action }: Toast): void {
  const look = { duration: 10_000, action };
  if (failed) toast.error(message, look);
  else toast(message, look);
}

function dismiss(): void {
  toast.dismiss();
}

export function ToastScreen() {
  /* In an effect, because `Toaster` subscribes in one and ignores earlier toasts. */
  useEffect(() => showToastsOn({ show, dismiss }), []);

  return (
    <Toaster
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
