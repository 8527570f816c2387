'use client';

import { ChevronDown } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react';
import { cn } from './cn.ts';

/** What a control needs to be tied to its label, hint and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

const ControlContext = createContext<Partial<ControlProps>>({});

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  className?: string | undefined;
  /** A control of this file (it finds its field by itself), or a function given `ControlProps`. */
  children: ReactNode | ((control: ControlProps) => ReactNode);
}

export function Field({ label, hint, error, optional, className, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  const control: ControlProps = {
    id,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
    'aria-invalid': error ? true : undefined,
  };

  return (
    <div className={cn('grid gap-1.5', className)}>
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
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;

  return (
    <p id={id} className="text-danger text-sm">
      {error}
    </p>
  );
}

const box =
  'w-full min-w-0 rounded-sm border border-border-strong bg-surface text-fg placeholder:text-fg-subtle disabled:opacity-60 aria-invalid:border-danger [&[readonly]]:bg-surface-2';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  const control = use(ControlContext);

  return (
    <input {...control} {...rest} className={cn(box, 'fallback:px-2.5 h-control', className)} />
  );
}

/** The native one: it is the best list there is on a phone. */
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

const mark = 'mt-0.5 size-4 shrink-0 accent-primary';

interface ChoiceText {
  label: ReactNode;
  hint?: ReactNode;
}

function ChoiceLabel({ label, hint, hintId }: ChoiceText & { hintId: string }) {
  return (
    <span className="grid min-w-0">
      <span>{label}</span>
      {hint && (
        <span id={hintId} className="text-fg-muted text-sm">
          {hint}
        </span>
      )}
    </span>
  );
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & ChoiceText;

export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  const id = useId();

  return (
    <label className={cn('flex items-start gap-2 py-1 coarse:py-2.5', className)}>
      <input aria-describedby={hint ? id : undefined} {...rest} type="checkbox" className={mark} />
      <ChoiceLabel label={label} hint={hint} hintId={id} />
    </label>
  );
}

export interface RadioOption<Value extends string> extends ChoiceText {
  value: Value;
  disabled?: boolean;
}

interface RadioGroupProps<Value extends string> {
  legend: ReactNode;
  name: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly RadioOption<Value>[];
  hint?: ReactNode;
  error?: string | undefined;
  /** Side by side instead of one below the other. */
  inline?: boolean;
  className?: string | undefined;
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, name, value, onValueChange, options, hint, error, inline, className } = props;
  const id = useId();

  return (
    <fieldset
      aria-describedby={error ? `${id}-error` : undefined}
      className={cn('grid min-w-0 gap-1.5', className)}
    >
      <legend className="float-left font-medium text-sm">{legend}</legend>
      <div className={inline ? 'flex flex-wrap gap-x-5' : 'grid'}>
        {options.map((option) => (
          <label key={option.value} className="flex items-start gap-2 py-1 coarse:py-2.5">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onValueChange(option.value)}
              aria-describedby={option.hint ? `${id}-${option.value}` : undefined}
              className={mark}
            />
            <ChoiceLabel {...option} hintId={`${id}-${option.value}`} />
          </label>
        ))}
      </div>
      {hint && <p className="text-fg-muted text-sm">{hint}</p>}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

/** A message that belongs to the whole form, as a refusal of the server does. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {children && (
        <p className="rounded-sm bg-danger-soft px-3 py-2 text-danger text-sm">{children}</p>
      )}
    </div>
  );
}
