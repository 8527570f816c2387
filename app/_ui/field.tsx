'use client';

import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, use, useId, useState } from 'react';
import { IconButton } from './button.tsx';
import { cn } from './cn.ts';
import { unreachableText, useRestorations } from './connection.ts';

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  /** The error stands in the gap below, which must have room for a line, and moves nothing. */
  errorInGap?: boolean;
  className?: string | undefined;
  /** A control of this file, which reads the context, or a function of `ControlProps`. */
  children: ReactNode | ((control: ControlProps) => ReactNode);
}

export function Field(props: FieldProps) {
  const { label, hint, error, optional, errorInGap, className, children } = props;
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  const control: ControlProps = {
    id,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
    'aria-invalid': error ? true : undefined,
  };

  return (
    <div className={cn('relative grid gap-1.5', className)}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
        {optional && <span className="font-normal text-fg-subtle"> (optional)</span>}
      </label>
      <ControlContext value={control}>
        {typeof children === 'function' ? children(control) : children}
      </ControlContext>
      {hint && (
        <p id={`${id}-hint`} className="text-fg-muted text-sm">
          {hint}
        </p>
      )}
      <FieldError
        id={`${id}-error`}
        error={error}
        className={errorInGap && 'absolute top-full pt-0.5'}
      />
    </div>
  );
}

interface FieldErrorProps {
  id: string;
  error: string | undefined;
  className?: string | false | undefined;
}

export function FieldError({ id, error, className }: FieldErrorProps) {
  if (!error) return null;

  return (
    <p id={id} className={cn('text-danger text-sm', className)}>
      {error}
    </p>
  );
}

/** Grows with its text. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  const control = use(ControlContext);

  return (
    <textarea
      {...control}
      {...rest}
      className={cn(box, 'field-sizing-content fallback:min-h-20 max-h-96 px-2.5 py-2', className)}
    />
  );
}

/** The native element, which works best on phones. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  const control = use(ControlContext);

  return (
    <span className="relative grid min-w-0">
      <select
        {...control}
        {...rest}
        className={cn(box, 'h-control appearance-none truncate pr-8 pl-2.5', className)}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-fg-muted"
      />
    </span>
  );
}

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

/** Props that connect a control with its label, hint and error. */
interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

const ControlContext = createContext<Partial<ControlProps>>({});

/** Classes of a control. */
const box =
  'w-full min-w-0 rounded-sm border border-border-strong bg-surface fallback:text-fg placeholder:text-fg-subtle disabled:opacity-60 aria-invalid:border-danger [&[readonly]]:bg-surface-2';

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
