'use client';

import { type RefObject, useRef } from 'react';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { Field, Input } from '#app/_ui/field.tsx';

interface UrlFieldProps {
  url: string;
  copyRef?: RefObject<HTMLButtonElement | null>;
}

/** A whole address, and the button that copies it. */
export function UrlField({ url, copyRef }: UrlFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);

  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:items-end">
      <Field label="Address" className="min-w-0 grow">
        <Input
          ref={inputRef}
          readOnly
          value={url}
          data-testid="inbound-url"
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          onFocus={(event) => event.currentTarget.select()}
        />
      </Field>
      <CopyButton
        value={url}
        label="Copy address"
        variant="primary"
        source={inputRef}
        {...(copyRef && { buttonRef: copyRef })}
      />
    </div>
  );
}
