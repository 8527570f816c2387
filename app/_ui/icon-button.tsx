'use client';

import type { ComponentProps, ReactNode } from 'react';
import { type ButtonStyle, buttonClasses } from './button.tsx';
import { cn } from './cn.ts';
import { tooltip } from './tooltip.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'aria-label' | 'children'> &
  ButtonStyle & {
    /** The accessible name and the tooltip. */
    label: string;
    children: ReactNode;
  };

export function IconButton({
  label,
  variant = 'ghost',
  size = 'md',
  className,
  type = 'button',
  children,
  ...rest
}: IconButtonProps) {
  const square = size === 'sm' ? 'w-control-sm px-0' : 'w-control px-0';

  return (
    <button
      {...tooltip(label)}
      {...rest}
      type={type}
      aria-label={label}
      className={buttonClasses({ variant, size, className: cn(square, className) })}
    >
      {children}
    </button>
  );
}
