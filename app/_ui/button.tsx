'use client';

import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { type ButtonLook, buttonLook } from './button-look.ts';

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  ButtonLook & {
    /** At work: stays focusable and keeps its label, but does nothing when pressed. */
    pending?: boolean | undefined;
  };

export function Button({
  variant,
  size,
  className,
  pending = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (pending) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  }

  return (
    <button
      {...rest}
      type={type}
      className={buttonLook({ variant, size, className })}
      aria-disabled={pending || rest['aria-disabled']}
      aria-busy={pending || undefined}
      onClick={handleClick}
    >
      {pending && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  );
}
