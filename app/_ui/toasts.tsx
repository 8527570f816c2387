'use client';

import { useEffect, useRef } from 'react';
import { Toaster as Sonner, toast } from 'sonner';

/** Shows, changes or removes a toast. */
export type ToastCall = (toast: typeof import('sonner').toast) => void;

/** Renders the toasts. Each call is made once, in order. */
export function Toasts({ calls }: { calls: readonly ToastCall[] }) {
  const made = useRef(0);

  // After the effects of its children: the list of toasts listens by then.
  useEffect(() => {
    for (const call of calls.slice(made.current)) call(toast);
    made.current = calls.length;
  }, [calls]);

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
