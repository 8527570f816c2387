'use client';

import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, createContext, use, useState } from 'react';
import { IconButton } from './button.tsx';
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

/** A password, which a button shows. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;

  return (
    <span className="relative grid min-w-0">
      <Input {...rest} type={shown ? 'text' : 'password'} className={cn('pr-11', className)} />
      <IconButton
        label={shown ? 'Hide password' : 'Show password'}
        size="sm"
        onClick={() => setShown(!shown)}
        className="absolute top-1/2 right-1 -translate-y-1/2"
      >
        <Icon aria-hidden />
      </IconButton>
    </span>
  );
}
