'use client';

import { type RefObject, useRef } from 'react';
import { CopyButton } from './copy-button.tsx';
import { Field, Input } from './field.tsx';

interface CopyFieldProps {
  label: string;
  value: string;
  copyLabel: string;
  'data-testid': string;
  copyRef?: RefObject<HTMLButtonElement | null> | undefined;
  /** By the button, or from the field. */
  onCopied?: (() => void) | undefined;
}

/** A text that is shown to be copied, and the button that copies it. */
export function CopyField({ label, value, copyLabel, copyRef, onCopied, ...rest }: CopyFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);

  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:items-end">
      <Field label={label} className="min-w-0 grow">
        <Input
          ref={inputRef}
          readOnly
          value={value}
          {...rest}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          onFocus={(event) => event.currentTarget.select()}
          onCopy={onCopied}
        />
      </Field>
      <CopyButton
        value={value}
        label={copyLabel}
        variant="primary"
        buttonRef={copyRef}
        source={inputRef}
        onCopied={onCopied}
      />
    </div>
  );
}
