'use client';

import { type ComponentProps, createContext, use } from 'react';
import { cn } from './cn.ts';

/** Props that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export const ControlContext = createContext<Partial<ControlProps>>({});

/** Classes of a control. */
export const box =
  'w-full min-w-0 rounded-sm border border-border-strong bg-surface text-fg placeholder:text-fg-subtle disabled:opacity-60 aria-invalid:border-danger [&[readonly]]:bg-surface-2';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  const control = use(ControlContext);

  return (
    <input {...control} {...rest} className={cn(box, 'fallback:px-2.5 h-control', className)} />
  );
}
