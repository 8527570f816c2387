'use client';

import { type ReactNode, useState } from 'react';
import { unreachableText, useRestorations } from './connection.ts';

/**
 * An error of the whole form, such as a refusal by the server. That the server cannot be reached is
 * shown until it can.
 */
export function FormError({ children }: { children: ReactNode }) {
  const restorations = useRestorations();
  const [shown, setShown] = useState({ children, restorations });
  if (shown.children !== children) setShown({ children, restorations });
  const isOver = children === unreachableText && restorations > shown.restorations;

  return (
    <div role="alert" className="empty:hidden">
      {children && !isOver && (
        <p className="rounded-sm bg-danger-soft px-3 py-2 text-danger text-sm">{children}</p>
      )}
    </div>
  );
}
