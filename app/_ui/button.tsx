'use client';

import { LoaderCircle } from 'lucide-react';
import Link from 'next/link';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cn } from './cn.ts';
import { LinkPending } from './link-pending.tsx';
import { tooltip } from './tooltip.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'md' | 'sm';

const base =
  'inline-flex shrink-0 select-none items-center justify-center gap-2 rounded-sm border font-medium whitespace-nowrap transition-colors duration-120 disabled:opacity-50 aria-disabled:opacity-60 [&_svg]:shrink-0';

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-primary text-on-primary not-disabled:hover:bg-primary-hover not-disabled:active:bg-primary-hover',
  secondary:
    'border-border-strong/60 bg-surface fallback:text-fg not-disabled:hover:border-border-strong not-disabled:hover:bg-surface-2',
  ghost:
    'border-transparent bg-transparent fallback:text-fg-muted not-disabled:hover:bg-surface-2 not-disabled:hover:text-fg',
  danger: 'border-transparent bg-danger text-on-primary not-disabled:hover:bg-danger-hover',
};

const sizes: Record<ButtonSize, string> = {
  md: 'fallback:px-3 h-control text-base [&_svg]:size-4',
  sm: 'fallback:px-2.5 h-control-sm text-sm [&_svg]:size-3.5',
};

interface ButtonStyle {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string | undefined;
}

/** The classes of a button, also for links that look like one. */
export function buttonClasses({
  variant = 'secondary',
  size = 'md',
  className,
}: ButtonStyle): string {
  return cn(base, variants[variant], sizes[size], className);
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  ButtonStyle & {
    /** Stays focusable and keeps its label, but ignores presses. */
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
      className={buttonClasses({ variant, size, className })}
      aria-disabled={pending || rest['aria-disabled']}
      aria-busy={pending || undefined}
      onClick={handleClick}
    >
      {pending && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  );
}

type ButtonLinkProps = Omit<ComponentProps<typeof Link>, 'className'> & ButtonStyle;

export function ButtonLink({ variant, size, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClasses({ variant, size, className })}>
      {children}
      <LinkPending />
    </Link>
  );
}

type ButtonAnchorProps = Omit<ComponentProps<'a'>, 'className'> & ButtonStyle;

/** As a link that loads a document. */
export function ButtonAnchor({ variant, size, className, children, ...rest }: ButtonAnchorProps) {
  return (
    <a {...rest} className={buttonClasses({ variant, size, className })}>
      {children}
    </a>
  );
}

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
