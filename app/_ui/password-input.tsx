'use client';

import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cn } from './cn.ts';
import { IconButton } from './icon-button.tsx';
import { Input } from './input.tsx';

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
