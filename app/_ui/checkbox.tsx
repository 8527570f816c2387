'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';
import { FieldError } from './field.tsx';

const mark = 'mt-0.5 size-4 shrink-0 accent-primary';

interface OptionText {
  label: ReactNode;
  hint?: ReactNode;
}

function OptionLabel({ label, hint, hintId }: OptionText & { hintId: string }) {
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

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & OptionText;

export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  const id = useId();

  return (
    <label className={cn('flex items-start gap-2 py-1 coarse:py-2.5', className)}>
      <input aria-describedby={hint ? id : undefined} {...rest} type="checkbox" className={mark} />
      <OptionLabel label={label} hint={hint} hintId={id} />
    </label>
  );
}

interface RadioOption<Value extends string> extends OptionText {
  value: Value;
  disabled?: boolean;
}

export interface RadioGroupProps<Value extends string> {
  legend: ReactNode;
  name: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly RadioOption<Value>[];
  hint?: ReactNode;
  error?: string | undefined;
  /** Places the options in a row. */
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
            <OptionLabel {...option} hintId={`${id}-${option.value}`} />
          </label>
        ))}
      </div>
      {hint && <p className="text-fg-muted text-sm">{hint}</p>}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
